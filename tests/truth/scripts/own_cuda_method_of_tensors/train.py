import torch
import torch.distributed as dist

from batch import Batch


def batches(n):
    for _ in range(n):
        x = torch.randn(4, 3)
        yield Batch(x, x.sum(1, keepdim=True))


def main():
    dist.init_process_group('gloo')
    torch.manual_seed(dist.get_rank())
    net = torch.nn.Linear(3, 1)
    if torch.cuda.is_available():
        net = net.cuda()
    net = torch.nn.parallel.DistributedDataParallel(net)
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for batch in batches(4):
        batch = batch.cuda()  # truth: dies
        opt.zero_grad()
        (net(batch.x) - batch.y).pow(2).mean().backward()
        opt.step()


if __name__ == '__main__':
    main()
