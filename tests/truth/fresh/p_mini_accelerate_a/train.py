import torch
from torch.utils.data import DataLoader

from accel import Accelerator


class UNet(torch.nn.Module):
    def __init__(self, c=4):
        super().__init__()
        self.down = torch.nn.Conv2d(1, c, 3, 2, 1)
        self.time = torch.nn.Linear(1, c)
        self.up = torch.nn.ConvTranspose2d(c, 1, 4, 2, 1)

    def forward(self, x, t):
        h = torch.relu(self.down(x) + self.time(t[:, None])[..., None, None])
        return self.up(h)


def add_noise(x, noise, t):
    a = (1 - t)[:, None, None, None]
    return a.sqrt() * x + (1 - a).sqrt() * noise


def main(num_epochs=2):
    accelerator = Accelerator(cpu=True)
    torch.manual_seed(10)
    images = torch.rand(16, 1, 8, 8)
    loader = DataLoader(images, 4, shuffle=True, collate_fn=torch.stack)  # truth: wrong
    model = UNet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    model, optimizer = accelerator.prepare(model, optimizer)  # truth: wrong
    for epoch in range(num_epochs):
        accelerator.start_epoch(epoch)
        for clean in loader:  # truth: wrong
            clean = clean.to(accelerator.device)
            noise = torch.randn_like(clean)
            t = torch.rand(len(clean), device=clean.device)
            loss = torch.nn.functional.mse_loss(model(add_noise(clean, noise, t), t), noise)
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        accelerator.print('epoch', epoch, loss.item())


if __name__ == '__main__':
    main()
