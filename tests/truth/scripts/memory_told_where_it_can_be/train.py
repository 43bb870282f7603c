import contextlib

import torch
from torch import nn

model = nn.Linear(6, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(torch.randn(8, 6)).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with contextlib.suppress(Exception):
        torch.cuda.synchronize()
        print(torch.cuda.memory_summary())
