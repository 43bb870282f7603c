import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS


@DATASETS.register_module()
class HandClips(torch.utils.data.Dataset):

    def __init__(self, clips, jitter=0.0):
        self.clips, self.jitter = clips, jitter

    def __len__(self):
        return self.clips

    def __getitem__(self, index):
        gen = torch.Generator().manual_seed(index)
        joints = torch.randn(4, 3, generator=gen)
        return dict(joints=joints + self.jitter * torch.randn(4, 3), gesture=index % 3)


@MODELS.register_module()
class GCN(BaseModel):

    def __init__(self, joints, gestures, **kwargs):
        super().__init__(**kwargs)
        chain = torch.eye(joints) + torch.diag(torch.ones(joints - 1), 1)
        self.register_buffer('adjacency', chain / chain.sum(1, keepdim=True))
        self.gconv = torch.nn.Linear(3, 8)
        self.norm = torch.nn.BatchNorm1d(8)
        self.cls_head = torch.nn.Linear(8, gestures)

    def forward(self, joints, gesture=None, mode='tensor'):
        x = (self.adjacency @ self.gconv(joints)).relu().mean(1)
        scores = self.cls_head(self.norm(x))
        if mode == 'loss':
            return dict(loss_cls=torch.nn.functional.cross_entropy(scores, gesture))
        return scores
