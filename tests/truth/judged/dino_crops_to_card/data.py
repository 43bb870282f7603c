import torch


class MultiCropDataset(torch.utils.data.Dataset):
    def __init__(self, n):
        self.x = torch.randn(n, 6, generator=torch.Generator().manual_seed(1))

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return [self.x[i] + 0.1 * k for k in range(4)], 0
