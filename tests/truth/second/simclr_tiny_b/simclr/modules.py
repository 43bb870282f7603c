import torch.nn as nn


class Identity(nn.Module):
    def forward(self, x):
        return x


class SimCLR(nn.Module):
    def __init__(self, encoder, n_features, projection_dim):
        super().__init__()
        self.encoder = encoder
        self.encoder.fc = Identity()
        self.projector = nn.Sequential(
            nn.Linear(n_features, n_features, bias=False), nn.ReLU(),
            nn.Linear(n_features, projection_dim, bias=False))

    def forward(self, x_i, x_j):
        return self.projector(self.encoder(x_i)), self.projector(self.encoder(x_j))
