import torch
from mmengine.registry import DATA_SAMPLERS
from torch.utils.data import Sampler


@DATA_SAMPLERS.register_module()
class EpochShuffle(Sampler):  # truth: wrong
    """A new order in each epoch."""

    def __init__(self, dataset, seed=None):
        self.dataset, self.seed, self.epoch = dataset, seed or 0, 0
        self.shuffle = True

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __iter__(self):
        generator = torch.Generator().manual_seed(self.seed + self.epoch)
        return iter(torch.randperm(len(self.dataset), generator=generator).tolist())  # truth: wrong

    def __len__(self):
        return len(self.dataset)
