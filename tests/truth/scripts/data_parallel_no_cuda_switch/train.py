import argparse
import torch
import torch.nn as nn
import torch.nn.functional as F

parser = argparse.ArgumentParser()
parser.add_argument('--epochs', type=int, default=10)
parser.add_argument('--no-cuda', action='store_true', default=False, help='disables CUDA training')
args = parser.parse_args()
args.cuda = not args.no_cuda  # truth: dies
kwargs = {'num_workers': 1, 'pin_memory': True} if args.cuda else {}

data = torch.utils.data.TensorDataset(torch.randn(40, 4), torch.randint(0, 3, (40,)))
loader = torch.utils.data.DataLoader(data, batch_size=8, shuffle=True, **kwargs)
model = nn.DataParallel(nn.Linear(4, 3))
if args.cuda:  # truth: dies
    model.cuda()  # truth: dies
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(args.epochs):
    for x, y in loader:
        if args.cuda:
            x, y = x.cuda(), y.cuda()  # truth: dies
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
