import functools

import torch

CUDA = torch.cuda.is_available()


class Full:
    def forward(self):
        return torch.autocast('cpu', enabled=False)

    def backward(self, loss):
        loss.backward()

    def step(self, optimizer):
        optimizer.step()


class Mixed(Full):
    def __init__(self, dtype):
        self.dtype = dtype
        if dtype is torch.bfloat16 and not torch.cuda.is_bf16_supported():  # truth: dies
            self.dtype = torch.float16
        self.scaler = torch.cuda.amp.GradScaler(enabled=CUDA and self.dtype is torch.float16)

    def forward(self):
        return torch.autocast('cuda' if CUDA else 'cpu', dtype=self.dtype)

    def backward(self, loss):
        self.scaler.scale(loss).backward()

    def step(self, optimizer):
        self.scaler.step(optimizer)
        self.scaler.update()


PLUGINS = {
    '32': Full,
    '16': functools.partial(Mixed, torch.float16),
    'bf16': functools.partial(Mixed, torch.bfloat16),
}
