import torch
from torch.nn.parallel import DistributedDataParallel as DDP

from dist_utils import init_or_single

if __name__ == '__main__':
    rank, world = init_or_single()
    torch.manual_seed(rank)
    model = torch.nn.Linear(4, 2)
    if world > 1:
        model = DDP(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    for _ in range(3):
        loss = torch.nn.functional.cross_entropy(model(torch.randn(8, 4)), torch.randint(0, 2, (8,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
