from torch import nn


class Generator(nn.Module):
    def __init__(self, mels):
        super().__init__()
        self.pre = nn.Conv1d(mels, 16, 3, padding=1)
        self.post = nn.Conv1d(16, 1, 3, padding=1)

    def forward(self, mel):
        return self.post(nn.functional.leaky_relu(self.pre(mel), 0.1)).tanh()


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.Sequential(nn.Conv1d(1, 8, 5, 2), nn.LeakyReLU(0.1), nn.Conv1d(8, 1, 3))

    def forward(self, wav):
        return self.convs(wav).flatten(1)


NETWORKS = {'generator': lambda cfg: Generator(cfg['mels']),
            'discriminator': lambda cfg: Discriminator()}
