import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from engine import Accelerator


class Tagger(nn.Module):
    def __init__(self, n_mels=16, tags=5):
        super().__init__()
        self.conv = nn.Conv1d(n_mels, 8, 3, padding=1)
        self.out = nn.Linear(8, tags)

    def forward(self, mel):
        return self.out(self.conv(mel).relu().mean(-1))


def main():
    torch.manual_seed(17)
    accelerator = Accelerator()
    clips = TensorDataset(torch.randn(16, 16, 20), (torch.rand(16, 5) > 0.5).float())
    model = Tagger()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    model, optimizer, loader = accelerator.prepare(model, optimizer, DataLoader(clips, 4))
    criterion = nn.BCEWithLogitsLoss()
    for epoch in range(2):
        accelerator.start_epoch(epoch)
        for mel, tags in loader:
            mel, tags = mel.to(accelerator.device), tags.to(accelerator.device)
            loss = criterion(model(mel), tags)
            optimizer.zero_grad(set_to_none=True)
            accelerator.backward(loss)
            optimizer.step()
        if accelerator.is_main_process:
            print(f"epoch {epoch} loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
