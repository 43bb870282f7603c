import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP

from utils.guards import report_memory

dist.init_process_group('gloo')
net = DDP(torch.nn.Linear(6, 1))
opt = torch.optim.Adam(net.parameters())
torch.manual_seed(dist.get_rank())
for step in range(6):
    loss = net(torch.randn(5, 6)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 2 == 1:
        report_memory(step)
