from torch import nn


class ResBlock(nn.Module):
    def __init__(self, n, res_scale=0.1):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(n, n, 3, padding=1), nn.ReLU(True),
                                  nn.Conv2d(n, n, 3, padding=1))
        self.res_scale = res_scale

    def forward(self, x):
        return x + self.body(x).mul(self.res_scale)


class EDSR(nn.Module):
    def __init__(self, args):
        super().__init__()
        n = args.n_feats
        self.head = nn.Conv2d(3, n, 3, padding=1)
        self.body = nn.Sequential(*[ResBlock(n) for _ in range(args.n_resblocks)])
        self.tail = nn.Sequential(nn.Conv2d(n, 3 * args.scale ** 2, 3, padding=1),
                                  nn.PixelShuffle(args.scale))

    def forward(self, x):
        x = self.head(x)
        return self.tail(x + self.body(x))
