import torch


class DataPrefetcher:
    """Loads the next batch on a stream of its own, if there are streams."""

    def __init__(self, loader, device):
        self.loader = loader
        self.device = torch.device(device)
        self.stream = torch.cuda.Stream() if self.device.type == 'cuda' else None

    def move(self, batch):
        if self.stream is None:
            return [t.to(self.device) for t in batch]
        with torch.cuda.stream(self.stream):
            return [t.to(self.device, non_blocking=True) for t in batch]

    def __iter__(self):
        for batch in self.loader:
            batch = self.move(batch)
            if self.stream is not None:
                torch.cuda.current_stream().wait_stream(self.stream)
            yield batch
