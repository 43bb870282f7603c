import torch


class DataPrefetcher:
    """Loads the next batch on a stream of its own."""

    def __init__(self, loader, device):
        self.loader = loader
        self.device = device
        self.stream = torch.cuda.Stream()  # truth: dies

    def __iter__(self):
        first = True
        for next_batch in self.loader:
            with torch.cuda.stream(self.stream):  # truth: dies
                next_batch = [t.to(self.device, non_blocking=True) for t in next_batch]
            if not first:
                yield batch
            first = False
            torch.cuda.current_stream().wait_stream(self.stream)  # truth: dies
            batch = next_batch
        yield batch
