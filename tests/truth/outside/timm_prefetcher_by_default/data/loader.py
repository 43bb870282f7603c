import torch
from torch.utils.data import DataLoader, DistributedSampler


class PrefetchLoader:
    def __init__(self, loader, mean, std):
        self.loader = loader
        self.mean = torch.tensor([x * 255 for x in mean]).cuda()  # truth: dies
        self.std = torch.tensor([x * 255 for x in std]).cuda()

    def __iter__(self):
        stream = torch.cuda.Stream()
        first = True
        for next_input, next_target in self.loader:
            with torch.cuda.stream(stream):
                next_input = next_input.cuda(non_blocking=True).float().sub_(self.mean).div_(self.std)
                next_target = next_target.cuda(non_blocking=True)
            if not first:
                yield input, target
            else:
                first = False
            torch.cuda.current_stream().wait_stream(stream)
            input, target = next_input, next_target
        yield input, target

    @property
    def sampler(self):
        return self.loader.sampler


def create_loader(dataset, batch_size, use_prefetcher=True, mean=(0.5,) * 6, std=(0.2,) * 6, distributed=False):
    sampler = DistributedSampler(dataset) if distributed else None
    loader = DataLoader(dataset, batch_size, shuffle=sampler is None, sampler=sampler)
    if use_prefetcher:
        loader = PrefetchLoader(loader, mean, std)
    return loader
