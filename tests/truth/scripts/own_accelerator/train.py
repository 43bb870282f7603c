import torch
from torch.utils.data import DataLoader, TensorDataset

from accelerator import Accelerator


def main():
    accelerator = Accelerator()
    torch.manual_seed(0)
    model = torch.nn.Linear(3, 1)
    loader = DataLoader(TensorDataset(torch.randn(24, 3)), batch_size=4, shuffle=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for epoch in range(2):
        if accelerator.num_processes > 1:
            loader.sampler.set_epoch(epoch)
        for (x,) in loader:
            x = x.to(accelerator.device)
            loss = (model(x) - x.amax(1, keepdim=True)).pow(2).mean()
            optimizer.zero_grad()
            accelerator.backward(loss)
            optimizer.step()


if __name__ == '__main__':
    main()
