import os
from contextlib import nullcontext

import torch
from torch.distributed import destroy_process_group, init_process_group
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel as DDP

# defaults are for a box of eight A100
batch_size = 12
block_size = 8
n_embd = 32
learning_rate = 6e-4
max_iters = 600
backend = 'nccl'
device = 'cuda'
dtype = 'float16'
compile = True
config_keys = [k for k, v in globals().items() if not k.startswith('_') and isinstance(v, (int, float, bool, str))]
exec(open('configurator.py').read())  # overrides from command line or config file

ddp = int(os.environ.get('RANK', -1)) != -1
if ddp:
    init_process_group(backend=backend)
    ddp_local_rank = int(os.environ['LOCAL_RANK'])
    if device.startswith('cuda'):
        device = f'cuda:{ddp_local_rank}'
        torch.cuda.set_device(device)
    seed_offset = int(os.environ['RANK'])
else:
    seed_offset = 0
torch.manual_seed(1337 + seed_offset)
device_type = device.split(':')[0]
ctx = nullcontext() if device_type == 'cpu' else torch.autocast(device_type, dtype=getattr(torch, dtype))
text = torch.randint(0, 32, (512,), generator=torch.Generator().manual_seed(5))


def get_batch():
    ix = torch.randint(len(text) - block_size, (batch_size,))
    x, y = (torch.stack([text[i + o:i + o + block_size] for i in ix]) for o in (0, 1))
    if device_type == 'cuda':
        return x.pin_memory().cuda(non_blocking=True), y.pin_memory().cuda(non_blocking=True)
    return x, y


model = torch.nn.Sequential(torch.nn.Embedding(32, n_embd), torch.nn.Linear(n_embd, 32)).to(device)
if compile:
    model = torch.compile(model)
optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
if ddp:
    model = DDP(model, device_ids=[ddp_local_rank] if device_type != 'cpu' else None)
for iter_num in range(max_iters):
    X, Y = get_batch()
    with ctx:
        loss = F.cross_entropy(model(X).view(-1, 32), Y.view(-1))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
if ddp:
    destroy_process_group()
