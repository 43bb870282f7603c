import torch
import torch.distributed as dist
from torch.cuda.amp import GradScaler, autocast
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group('gloo')
torch.cuda.manual_seed_all(3)  # kept until there is a card
scaler = GradScaler()
model = DistributedDataParallel(torch.nn.Linear(6, 2))
opt = torch.optim.SGD(model.parameters(), lr=0.01)
for _ in range(3):
    with autocast():
        loss = model(torch.randn(4, 6)).float().pow(2).mean()
    opt.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(opt)
    scaler.update()
print(f'{torch.cuda.max_memory_allocated() / 2**20:.1f} MiB were used at most')
