from torch import nn


class Factors(nn.Module):
    def __init__(self, users, items, rank=4):
        super().__init__()
        self.user, self.item = nn.Embedding(users, rank), nn.Embedding(items, rank)
        self.bias = nn.Embedding(items, 1)

    def forward(self, u, i):
        return (self.user(u) * self.item(i)).sum(-1) + self.bias(i).squeeze(-1)
