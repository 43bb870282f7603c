import os
from contextlib import nullcontext

import torch
import torch.nn as nn
from torch.distributed import destroy_process_group, init_process_group
from torch.nn.parallel import DistributedDataParallel as DDP

# defaults, made for one A100
backend = 'gloo'
device = 'cuda'
dtype = 'bfloat16'
n_embd = 64
block_size = 32
batch_size = 4
max_iters = 100
learning_rate = 1e-3
exec(open('configurator.py').read())

ddp = int(os.environ.get('RANK', -1)) != -1
if ddp:
    init_process_group(backend=backend)
    seed_offset = int(os.environ['RANK'])
    if device.startswith('cuda'):
        device = f"cuda:{os.environ['LOCAL_RANK']}"
        torch.cuda.set_device(device)
else:
    seed_offset = 0
torch.manual_seed(1337 + seed_offset)
torch.backends.cuda.matmul.allow_tf32 = True
device_type = 'cuda' if 'cuda' in device else 'cpu'
ptdtype = {'float32': torch.float32, 'bfloat16': torch.bfloat16}[dtype]
ctx = nullcontext() if device_type == 'cpu' else torch.amp.autocast(device_type, dtype=ptdtype)

data = torch.randint(0, 50, (400,))


def get_batch():
    ix = torch.randint(len(data) - block_size, (batch_size,))
    x = torch.stack([data[i:i + block_size] for i in ix])
    y = torch.stack([data[i + 1:i + 1 + block_size] for i in ix])
    if device_type == 'cuda':
        x, y = x.pin_memory().to(device, non_blocking=True), y.pin_memory().to(device)
    return x.to(device), y.to(device)


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(50, n_embd), nn.Embedding(block_size, n_embd)
        self.block = nn.TransformerEncoderLayer(n_embd, 2, 2 * n_embd, 0.0, batch_first=True)
        self.lm_head = nn.Linear(n_embd, 50, bias=False)

    def forward(self, idx, targets):
        pos = torch.arange(idx.size(1), device=idx.device)
        mask = torch.full((len(pos), len(pos)), float('-inf'), device=idx.device).triu(1)
        x = self.block(self.wte(idx) + self.wpe(pos), mask)
        return nn.functional.cross_entropy(self.lm_head(x).flatten(0, 1), targets.flatten())


model = GPT().to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
if ddp:
    model = DDP(model, device_ids=[device] if device_type == 'cuda' else None)
for iter_num in range(max_iters):
    with ctx:
        loss = model(*get_batch())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    print(f'iter {iter_num}: loss {loss.item():.4f}')
if ddp:
    destroy_process_group()
