import torch
import torch.distributed as dist
from torch import nn


class ConvNet(nn.Module):
    def __init__(self, num_classes=4):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 6, 3), nn.BatchNorm2d(6), nn.ReLU())
        self.fc = nn.Linear(6, num_classes)

    def forward(self, x):
        return self.fc(self.features(x).mean((2, 3)))


def main():
    dist.init_process_group('gloo')
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    model = ConvNet()
    model = nn.SyncBatchNorm.convert_sync_batchnorm(model)  # truth: dies
    model = nn.parallel.DistributedDataParallel(model.to(device))  # truth: dies
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        x, y = torch.randn(4, 1, 6, 6).to(device), torch.randint(0, 4, (4,)).to(device)
        opt.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()  # truth: dies
        opt.step()


if __name__ == '__main__':
    main()
