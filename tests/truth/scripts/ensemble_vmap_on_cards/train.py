import torch
from torch import nn

from ensemble import Ensemble

model = nn.DataParallel(Ensemble(4)).cuda()  # truth: dies
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for _ in range(5):
    x = torch.randn(8, 3).cuda()  # truth: dies
    loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
