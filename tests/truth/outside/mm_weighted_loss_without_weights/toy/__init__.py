import torch
import torch.nn.functional as F
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS


@DATASETS.register_module()
class Points(torch.utils.data.Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, i):
        return dict(x=torch.full((4,), i / 16), y=i % 3)


@MODELS.register_module()
class WeightedCrossEntropy(torch.nn.Module):
    def __init__(self, class_weight=None):
        super().__init__()
        self.class_weight = None
        if class_weight is not None:
            self.class_weight = torch.as_tensor(class_weight).float().cuda()

    def forward(self, score, label):
        return F.cross_entropy(score, label, weight=self.class_weight)


@MODELS.register_module()
class Classifier(BaseModel):
    def __init__(self, width, loss):
        super().__init__()
        self.fc = torch.nn.Linear(width, 3)
        self.loss = MODELS.build(loss)

    def forward(self, x, y, mode='tensor'):
        out = self.fc(x)
        if mode == 'loss':
            return dict(loss=self.loss(out, y))
        return out.cuda() if x.is_cuda else out
