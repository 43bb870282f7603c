import torch
import torch.distributed as dist

from helpers.gpu import setup_gpu, to_gpu

setup_gpu()  # truth: dies
dist.init_process_group('gloo')
torch.manual_seed(dist.get_rank())
(model,) = to_gpu(torch.nn.Linear(4, 4))
model = torch.nn.parallel.DistributedDataParallel(model)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    x, y = to_gpu(torch.randn(2, 4), torch.randn(2, 4))
    opt.zero_grad()
    torch.nn.functional.mse_loss(model(x), y).backward()
    opt.step()
