import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from precision import autocast_dtype

dist.init_process_group('gloo')
dtype = autocast_dtype()  # truth: dies
scaler = torch.cuda.amp.GradScaler(enabled=dtype is torch.float16)
model = DistributedDataParallel(torch.nn.Linear(6, 2))
opt = torch.optim.SGD(model.parameters(), lr=0.01)
for _ in range(3):
    with torch.cuda.amp.autocast(dtype=dtype):
        loss = model(torch.randn(4, 6)).float().pow(2).mean()
    opt.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(opt)
    scaler.update()
