import random

from mmengine.dist import get_dist_info
from mmengine.registry import DATA_SAMPLERS
from torch.utils.data import Sampler


@DATA_SAMPLERS.register_module()
class BalancedSampler(Sampler):
    """One sample of each class in turn."""

    def __init__(self, dataset, classes, seed=None):
        self.rank, self.world_size = get_dist_info()
        self.by_class = [[i for i, label in enumerate(dataset.labels) if label == c]
                         for c in range(classes)]
        self.seed, self.epoch = seed or 0, 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __iter__(self):
        rng = random.Random(self.seed + self.epoch)
        columns = [rng.sample(indices, len(indices)) for indices in self.by_class]
        order = [index for row in zip(*columns) for index in row]
        return iter(order[self.rank::self.world_size])

    def __len__(self):
        return sum(map(len, self.by_class)) // self.world_size
