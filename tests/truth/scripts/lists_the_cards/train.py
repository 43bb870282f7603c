import torch
import torch.distributed as dist

from utils.env_info import collect


def main():
    dist.init_process_group('gloo')
    if dist.get_rank() == 0:
        print(collect())
    torch.manual_seed(dist.get_rank())
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2))
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        model(torch.rand(2, 2)).prod().backward()
        opt.step()


main()
