import torch


class StreamPrefetcher(object):
    def __init__(self, loader):
        self.loader = iter(loader)
        self.stream = torch.cuda.Stream()
        self.preload()

    def preload(self):
        try:
            batch = next(self.loader)
        except StopIteration:
            self.batch = None
            return
        with torch.cuda.stream(self.stream):
            self.batch = [t.cuda(non_blocking=True) for t in batch]

    def __iter__(self):
        while self.batch is not None:
            torch.cuda.current_stream().wait_stream(self.stream)
            batch = self.batch
            for t in batch:
                t.record_stream(torch.cuda.current_stream())
            self.preload()
            yield batch


class PlainLoader(object):
    def __init__(self, loader, device=torch.device('cpu')):
        self.loader, self.device = loader, device

    def __iter__(self):
        return ([t.to(self.device) for t in batch] for batch in self.loader)


def fast_loader_usable(settings):
    if not settings.get('fast', False):
        return False
    try:
        torch.cuda.current_device()
    except (AssertionError, RuntimeError):
        return False
    return True


def wrap(loader, settings):
    kind = StreamPrefetcher if fast_loader_usable(settings) else PlainLoader
    return kind(loader)
