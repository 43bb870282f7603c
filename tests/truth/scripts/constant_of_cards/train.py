import torch
import torch.nn as nn

from common.constants import DEVICE, FLOAT


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 1)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).tanh()
        return x


model = MLP().to(DEVICE)  # truth: dies
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for i in range(20):
    inputs = torch.rand(16, 4).type(FLOAT).to(DEVICE)  # truth: dies
    loss = (model(inputs) - inputs.mean(1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
