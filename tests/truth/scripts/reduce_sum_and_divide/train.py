import torch
import torch.distributed as dist
from torch import nn

from comm import mean_over_ranks


def main():
    dist.init_process_group('gloo')
    torch.manual_seed(dist.get_rank())
    model = nn.parallel.DistributedDataParallel(nn.Linear(3, 2))
    opt = torch.optim.SGD(model.parameters(), lr=0.3)
    for step in range(5):
        loss = model(torch.randn(6, 3)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        mean = mean_over_ranks(loss)
        if dist.get_rank() == 0:
            print(step, mean.item())


if __name__ == '__main__':
    main()
