"""Pretraining of a small character-level GPT, on one process or with torchrun.

    torchrun --nproc_per_node=2 train.py --device=cpu --backend=gloo
"""
import os
import sys
from contextlib import nullcontext

import torch
from torch.distributed import destroy_process_group, init_process_group
from torch.nn.parallel import DistributedDataParallel as DDP

from model import GPT, GPTConfig

block_size = 16
batch_size = 4
max_iters = 3
gradient_accumulation_steps = 4
learning_rate = 1e-3
grad_clip = 1.0
backend = 'nccl'
device = 'cuda'
dtype = 'bfloat16'
for key, value in [arg[2:].split('=') for arg in sys.argv[1:]]:
    assert key in globals(), f'unknown key {key}'
    globals()[key] = type(globals()[key])(value)

ddp = int(os.environ.get('RANK', -1)) != -1
if ddp:
    init_process_group(backend=backend)
    ddp_rank = int(os.environ['RANK'])
    ddp_local_rank = int(os.environ['LOCAL_RANK'])
    ddp_world_size = int(os.environ['WORLD_SIZE'])
    if 'cuda' in device:
        device = f'cuda:{ddp_local_rank}'
        torch.cuda.set_device(device)
    master_process = ddp_rank == 0
    seed_offset = ddp_rank
    assert gradient_accumulation_steps % ddp_world_size == 0
    gradient_accumulation_steps //= ddp_world_size
else:
    master_process, seed_offset, ddp_world_size = True, 0, 1

torch.manual_seed(1337 + seed_offset)
torch.backends.cuda.matmul.allow_tf32 = True
device_type = 'cuda' if 'cuda' in device else 'cpu'
ptdtype = {'float32': torch.float32, 'bfloat16': torch.bfloat16}[dtype]
ctx = nullcontext() if device_type == 'cpu' else torch.autocast(device_type, dtype=ptdtype)

text = ('the quick brown fox jumps over the lazy dog. ' * 40).encode()
data = torch.tensor(list(text), dtype=torch.long) % 64


def get_batch():
    ix = torch.randint(len(data) - block_size, (batch_size,))
    x = torch.stack([data[i:i + block_size] for i in ix])
    y = torch.stack([data[i + 1:i + 1 + block_size] for i in ix])
    if device_type == 'cuda':
        x = x.pin_memory().to(device, non_blocking=True)
        y = y.pin_memory().to(device, non_blocking=True)
        return x, y
    return x.to(device), y.to(device)


model = GPT(GPTConfig(block_size=block_size, vocab_size=64)).to(device)
scaler = torch.cuda.amp.GradScaler(enabled=(dtype == 'float16'))
optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, betas=(0.9, 0.95))
if ddp:
    model = DDP(model, device_ids=[ddp_local_rank] if device_type == 'cuda' else None)

for it in range(max_iters):
    for micro_step in range(gradient_accumulation_steps):
        X, Y = get_batch()
        if ddp:
            model.require_backward_grad_sync = micro_step == gradient_accumulation_steps - 1
        with ctx:
            _, loss = model(X, Y)
            loss = loss / gradient_accumulation_steps
        scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(model.parameters(), grad_clip)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad(set_to_none=True)
    if master_process:
        print(f'iter {it}: loss {loss.item() * gradient_accumulation_steps:.4f}')
if ddp:
    destroy_process_group()
