import torch
import torch.distributed as dist

from profiling import StepTimer

dist.init_process_group('gloo')
torch.manual_seed(dist.get_rank())
net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(16, 4))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for step in range(5):
    with StepTimer() as timer:
        loss = net(torch.randn(8, 16)).pow(2).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
    if dist.get_rank() == 0:
        print(f'{step}: {loss.item():.3f} in {timer.ms:.1f} ms')
