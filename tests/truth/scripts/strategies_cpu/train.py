import torch

from lite.trainer import Trainer


class AutoEncoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = torch.nn.Linear(6, 2), torch.nn.Linear(2, 6)

    def forward(self, x):
        return self.decoder(self.encoder(x))

    def batch(self, step):
        return torch.randn(4, 6)

    def loss(self, out, x):
        return torch.nn.functional.mse_loss(out, x)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-2)


if __name__ == '__main__':
    Trainer(max_steps=4).fit(AutoEncoder())
