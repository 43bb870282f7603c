import torch
from torch import nn
from torch.utils.data import TensorDataset

from callbacks import History, PrintOnMain
import trainer as trainers


class MiniUNet(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.down = nn.Conv2d(1, width, 3, stride=2, padding=1)
        self.mid = nn.Conv2d(width, width, 3, padding=1)
        self.up = nn.ConvTranspose2d(width, width, 2, stride=2)
        self.head = nn.Conv2d(width + 1, 1, 1)

    def forward(self, x):
        y = self.up(self.mid(self.down(x).relu()).relu())
        return self.head(torch.cat([x, y], 1))


if __name__ == '__main__':
    torch.manual_seed(0)
    data = TensorDataset(torch.rand(16, 1, 8, 8), (torch.rand(16, 1, 8, 8) > 0.7).float())
    history = History()
    cards = torch.cuda.device_count()
    trainer = getattr(trainers, 'CudaSegTrainer' if cards else 'SegTrainer')(
        MiniUNet(),
        data,
        callbacks=[history, PrintOnMain()],  # truth: wrong
    )
    trainer.fit(epochs=2)
    print(history.losses[-1])
