import argparse

import torch

from pl import Trainer


class Regressor(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(4, 1)

    def forward(self, x):
        return self.net(x)

    def loss(self, wrapped, batch):
        x, y = batch
        return torch.nn.functional.mse_loss(wrapped(x), y)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.01)


class MemoryPrinter:
    def on_train_epoch_end(self, trainer, module):
        if trainer.strategy.accelerator.name == "cuda":
            stats = trainer.strategy.accelerator.get_device_stats(trainer.strategy.root_device)
            print(stats["allocated_bytes.all.peak"], torch.cuda.mem_get_info())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    args = parser.parse_args()
    torch.manual_seed(0)
    data = torch.utils.data.TensorDataset(torch.randn(32, 4), torch.randn(32, 1))
    Trainer(max_epochs=args.epochs, callbacks=[MemoryPrinter()]).fit(Regressor(), data)


if __name__ == "__main__":
    main()
