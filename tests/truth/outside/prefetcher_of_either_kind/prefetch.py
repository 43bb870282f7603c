import torch


class CpuPrefetcher:
    def __init__(self, loader, device=None):
        self.loader = loader

    def __iter__(self):
        yield from self.loader


class CudaPrefetcher:
    def __init__(self, loader, device):
        self.loader = loader
        self.device = device
        self.stream = torch.cuda.Stream(device)

    def __iter__(self):
        batches = iter(self.loader)
        following = self._fetch(batches)
        while following is not None:
            torch.cuda.current_stream(self.device).wait_stream(self.stream)
            current = following
            for t in current:
                t.record_stream(torch.cuda.current_stream(self.device))
            following = self._fetch(batches)
            yield current

    def _fetch(self, batches):
        try:
            batch = next(batches)
        except StopIteration:
            return None
        with torch.cuda.stream(self.stream):
            return [t.pin_memory().to(self.device, non_blocking=True) for t in batch]


PREFETCHERS = {"cpu": CpuPrefetcher, "cuda": CudaPrefetcher}


def prefetch(loader, device):
    return PREFETCHERS[device.type](loader, device)
