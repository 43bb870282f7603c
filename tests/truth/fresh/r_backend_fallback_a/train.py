import logging
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

log = logging.getLogger(__name__)


class Launch:
    def __init__(self):
        self.rank = int(os.getenv('RANK', '0'))
        self.world = int(os.getenv('WORLD_SIZE', '1'))
        self.device = self.find_device()

    @staticmethod
    def find_device():
        try:
            torch.cuda.current_device()
        except (RuntimeError, AssertionError, AttributeError) as error:
            log.warning('no accelerator: %s', error)
            return torch.device('cpu')
        return torch.device('cuda', int(os.getenv('LOCAL_RANK', '0')))

    def __enter__(self):
        backend = {'cuda': 'nccl'}.get(self.device.type, 'gloo')
        dist.init_process_group(backend, rank=self.rank, world_size=self.world)
        return self

    def __exit__(self, *exc):
        dist.destroy_process_group()
        return False

    def wrap(self, model):
        ids = [self.device.index] if self.device.index is not None else None
        return DDP(model.to(self.device), device_ids=ids)


def batches(rank, n=4):
    generator = torch.Generator().manual_seed(rank)
    for _ in range(n):
        x = torch.randn(8, 10, generator=generator)
        yield x, x.roll(1, dims=1)


def main():
    torch.manual_seed(42)
    with Launch() as launch:
        model = launch.wrap(nn.Sequential(nn.Linear(10, 3), nn.Linear(3, 10)))
        optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
        for x, y in batches(launch.rank):
            optimizer.zero_grad()
            output = model(x.to(launch.device))
            nn.functional.mse_loss(output, y.to(launch.device)).backward()
            optimizer.step()


if __name__ == '__main__':
    main()
