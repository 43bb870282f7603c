import torch
import torch.distributed as dist

from options import Options

if __name__ == '__main__':
    opt = Options().parse()
    dist.init_process_group('gloo')
    torch.manual_seed(opt.local_rank)
    net = torch.nn.Linear(3, 3).to(opt.device)
    net = torch.nn.parallel.DistributedDataParallel(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=opt.lr)
    for _ in range(3):
        x = torch.rand(2, 3, device=opt.device)
        optimizer.zero_grad()
        net(x).norm().backward()
        optimizer.step()
