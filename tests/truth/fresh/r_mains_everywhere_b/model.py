import torch
from torch import nn


class PointNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.local = nn.Conv1d(3, 8, 1)
        self.head = nn.Linear(8, 4)

    def forward(self, points):
        return self.head(self.local(points).relu().amax(-1))


if __name__ == '__main__':
    net = PointNet().cuda()
    print(net(torch.randn(2, 3, 16).cuda()).shape)
    torch.cuda.synchronize()
