import torch

from accelerator import Accelerator


def main():
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    model, optimizer = accelerator.prepare(model, optimizer)
    for step in range(4):
        x = torch.randn(4, 3).to(accelerator.device)
        loss = (model(x) - x.amax(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        accelerator.backward(loss)
        optimizer.step()


if __name__ == '__main__':
    main()
