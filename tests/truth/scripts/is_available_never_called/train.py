import torch
import torch.nn as nn

device = torch.device('cuda:0') if torch.cuda.is_available else torch.device('cpu')  # truth: dies


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 1)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).tanh()
        return x


model = MLP().to(device)  # truth: dies
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for i in range(20):
    inputs = torch.rand(16, 4).to(device)  # truth: dies
    loss = (model(inputs) - inputs.mean(1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
