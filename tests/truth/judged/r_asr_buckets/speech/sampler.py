import torch
import torch.distributed as dist
from torch.utils.data import Sampler


class BucketBatchSampler(Sampler):
    """Batches of utterances of like length; each rank gets every world-th batch, all get as many."""
    def __init__(self, lengths, batch_size, seed=0):
        self.order = sorted(range(len(lengths)), key=lambda i: lengths[i])
        self.batch_size = batch_size
        self.seed = seed
        self.epoch = 0
        self.rank = dist.get_rank() if dist.is_initialized() else 0
        self.world = dist.get_world_size() if dist.is_initialized() else 1

    def set_epoch(self, epoch):
        self.epoch = epoch

    def _batches(self):
        b = [self.order[i:i + self.batch_size] for i in range(0, len(self.order), self.batch_size)]
        return b[:len(b) // self.world * self.world]

    def __iter__(self):
        g = torch.Generator()
        g.manual_seed(self.seed + self.epoch)
        batches = self._batches()
        for i in torch.randperm(len(batches), generator=g).tolist()[self.rank::self.world]:
            yield batches[i]

    def __len__(self):
        return len(self._batches()) // self.world
