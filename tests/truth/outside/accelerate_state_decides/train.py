import torch
from torch.utils.data import DataLoader, TensorDataset

from lite import Accelerator


def main():
    torch.manual_seed(0)
    accelerator = Accelerator(gradient_accumulation_steps=2)
    x = torch.randn(64, 5)
    loader = DataLoader(TensorDataset(x, x.sum(1, keepdim=True)), batch_size=8, shuffle=True)
    model = torch.nn.Linear(5, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for epoch in range(2):
        if hasattr(loader.sampler, "set_epoch"):
            loader.sampler.set_epoch(epoch)
        for step, (x, y) in enumerate(loader):
            with accelerator.accumulate(model, step):
                with accelerator.autocast():
                    loss = torch.nn.functional.mse_loss(model(x.to(accelerator.device)), y.to(accelerator.device))
                accelerator.backward(loss)
            if (step + 1) % 2 == 0:
                optimizer.step()
                optimizer.zero_grad()
        accelerator.print(epoch, accelerator.gather(loss.detach().reshape(1)).mean().item())


if __name__ == "__main__":
    main()
