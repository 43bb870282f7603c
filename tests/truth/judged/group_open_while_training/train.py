import atexit
import contextlib

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, RandomSampler, TensorDataset


@contextlib.contextmanager
def main_process_first():
    if dist.get_rank() != 0:
        dist.barrier()
    yield
    if dist.get_rank() == 0:
        dist.barrier()


class Session(contextlib.AbstractContextManager):
    def __enter__(self):
        cuda = torch.cuda.is_available()
        dist.init_process_group("nccl" if cuda else "gloo")
        self.stack = contextlib.ExitStack()
        if cuda:
            self.stack.enter_context(torch.cuda.device(dist.get_rank() % torch.cuda.device_count()))
            self.stack.callback(torch.cuda.synchronize)
        atexit.register(print, "bye")
        return self

    def __exit__(self, *exc):
        self.stack.close()
        dist.destroy_process_group()

    def wrap(self, model):
        return DistributedDataParallel(model) if dist.is_initialized() else model


def main():
    torch.manual_seed(0)
    with Session() as session:
        with main_process_first():
            g = torch.Generator().manual_seed(0)
            data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
        model = session.wrap(nn.Linear(4, 1))
        sampler = DistributedSampler(data) if dist.is_initialized() else RandomSampler(data)
        loader = DataLoader(data, 4, sampler=sampler)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        for epoch in range(2):
            if isinstance(sampler, DistributedSampler):
                sampler.set_epoch(epoch)
            for x, y in loader:
                optimizer.zero_grad()
                nn.functional.mse_loss(model(x), y).backward()
                optimizer.step()


if __name__ == "__main__":
    main()
