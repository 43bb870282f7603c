import torch
from mmengine.model import BaseModel, MMDistributedDataParallel
from mmengine.registry import DATASETS, MODEL_WRAPPERS, MODELS
from torch import nn


@MODEL_WRAPPERS.register_module()
class AnyDeviceDDP(MMDistributedDataParallel):

    def __init__(self, module, device_ids=None, **kwargs):
        if not torch.cuda.is_available():
            device_ids = None
        super().__init__(module, device_ids=device_ids, **kwargs)  # truth: dies


@DATASETS.register_module()
class Plates(torch.utils.data.Dataset):

    def __init__(self, num):
        self.num = num

    def __len__(self):
        return self.num

    def __getitem__(self, i):
        gen = torch.Generator().manual_seed(i)
        return {'inputs': torch.rand(1, 8, 8, generator=gen), 'boxes': torch.rand(4, generator=gen)}


@MODELS.register_module()
class DefectNet(BaseModel):

    def __init__(self, norm, channels=4, data_preprocessor=None):
        super().__init__(data_preprocessor=data_preprocessor)
        norms = {'BN': nn.BatchNorm2d, 'GN': lambda n: nn.GroupNorm(2, n)}
        self.body = nn.Sequential(nn.Conv2d(1, channels, 3), norms[norm](channels), nn.ReLU())
        self.bbox = nn.Linear(channels, 4)

    def forward(self, inputs, boxes=None, mode='tensor'):
        pred = self.bbox(self.body(inputs).mean((2, 3))).sigmoid()
        if mode == 'loss':
            return {'loss_bbox': nn.functional.smooth_l1_loss(pred, boxes)}
        return pred
