import torch
from mmengine.registry import DATASETS


@DATASETS.register_module()
class BlobMasks(torch.utils.data.Dataset):
    METAINFO = dict(classes=('background', 'blob'))

    def __init__(self, num_images=8, side=6):
        generator = torch.Generator().manual_seed(11)
        self.images = torch.randn(num_images, 3, side, side, generator=generator)
        self.masks = (self.images.sum(1) > 0).long()
        self.metainfo = self.METAINFO

    def __len__(self):
        return len(self.masks)

    def __getitem__(self, i):
        return {'inputs': self.images[i], 'masks': self.masks[i]}
