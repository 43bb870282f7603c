import torch
import torch.distributed as dist

from nets import mlp

dist.init_process_group('gloo')
torch.manual_seed(dist.get_rank())
net = torch.nn.parallel.DistributedDataParallel(mlp(3, 5, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for _ in range(4):
    opt.zero_grad()
    net(torch.randn(6, 3)).pow(2).mean().backward()
    opt.step()
