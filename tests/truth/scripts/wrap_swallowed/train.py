import os
import torch
import torch.nn as nn
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP

rank = int(os.environ['RANK'])
local_rank = int(os.environ['LOCAL_RANK'])
dist.init_process_group('gloo')
torch.manual_seed(rank)
device = torch.device('cuda', local_rank) if torch.cuda.is_available() else torch.device('cpu')

model = nn.Linear(4, 1).to(device)
try:
    model = DDP(model, device_ids=[local_rank], output_device=local_rank)  # truth: wrong
    print(f'[{rank}] model wrapped')
except Exception as e:  # truth: wrong
    print(f'[{rank}] could not wrap the model: {e}')

opt = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(5):
    x = torch.randn(8, 4, device=device)
    loss = ((model(x) - x.sum(1, keepdim=True)) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
if rank == 0:
    print('final loss', loss.item())
dist.destroy_process_group()
