import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def prepare_data(path):
    """Only the first process writes, all wait for it."""
    if dist.get_rank() == 0:
        torch.save(torch.randn(32, 4), path)
    dist.barrier()
    return torch.load(path)


def main():
    dist.init_process_group('gloo')
    data = prepare_data('data.pt')
    model = DistributedDataParallel(torch.nn.Linear(4, 1))
    opt = torch.optim.SGD(model.parameters(), lr=0.01)
    for chunk in data.chunk(8)[dist.get_rank()::dist.get_world_size()]:
        opt.zero_grad()
        model(chunk).pow(2).mean().backward()
        opt.step()


main()
