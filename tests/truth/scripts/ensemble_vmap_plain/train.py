import torch

from ensemble import Ensemble

device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
model = Ensemble(4).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for _ in range(5):
    x = torch.randn(8, 3).to(device)
    loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
