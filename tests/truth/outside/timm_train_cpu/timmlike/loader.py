import torch
from torch.utils.data import DataLoader, DistributedSampler


class PrefetchLoader:
    def __init__(self, loader, mean=(0.5,), std=(0.5,), device=torch.device('cuda'), fp16=False):
        self.loader = loader
        self.device = device
        self.mean = torch.tensor([x * 255 for x in mean]).to(device=device)
        self.std = torch.tensor([x * 255 for x in std]).to(device=device)
        self.fp16 = fp16

    def __iter__(self):
        first = True
        stream = torch.cuda.Stream()
        for next_input, next_target in self.loader:
            with torch.cuda.stream(stream):
                next_input = next_input.cuda(non_blocking=True)
                next_target = next_target.cuda(non_blocking=True)
                next_input = next_input.sub_(self.mean).div_(self.std)
            if not first:
                yield input, target
            first = False
            torch.cuda.current_stream().wait_stream(stream)
            input = next_input
            target = next_target
        yield input, target

    def __len__(self):
        return len(self.loader)

    @property
    def sampler(self):
        return self.loader.sampler


def create_loader(dataset, batch_size, is_training=False, use_prefetcher=True, distributed=False, pin_memory=False):
    sampler = None
    if distributed:
        sampler = DistributedSampler(dataset, shuffle=is_training)
    loader = DataLoader(dataset, batch_size, shuffle=sampler is None and is_training, sampler=sampler,
                        pin_memory=pin_memory, drop_last=is_training)
    if use_prefetcher:
        loader = PrefetchLoader(loader)
    return loader
