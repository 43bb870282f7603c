import torch
from torch.utils.data import DataLoader, TensorDataset

from lite import Accelerator


def main():
    torch.manual_seed(0)
    accelerator = Accelerator()
    x = torch.randn(64, 5)
    loader = DataLoader(TensorDataset(x, x.sum(1, keepdim=True)), batch_size=8, shuffle=True)
    model = torch.nn.Linear(5, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for epoch in range(2):
        loader.sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(model(x.to(accelerator.device)), y.to(accelerator.device))
            accelerator.backward(loss)
            optimizer.step()
        if accelerator.is_main_process:
            print(epoch, loss.item())


if __name__ == "__main__":
    main()
