import torch
from mmengine.dist import get_rank
from mmengine.hooks import Hook
from mmengine.model import BaseModel
from torch.utils.data import Dataset


class ToyNet(BaseModel):
    def __init__(self, width=4):
        super().__init__()
        self.fc = torch.nn.Linear(width, 1)

    def forward(self, x, y, mode='tensor'):
        out = self.fc(x)
        return dict(loss=(out - y).pow(2).mean()) if mode == 'loss' else out


class Points(Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, i):
        return dict(x=torch.full((4,), i / 16), y=torch.tensor([float(i)]))


class Report(Hook):
    def after_train(self, runner):
        device = next(runner.model.parameters()).device
        if device.type != 'cpu' and get_rank() == 0:
            print(torch.cuda.get_device_name(device), torch.cuda.memory_stats(device))
