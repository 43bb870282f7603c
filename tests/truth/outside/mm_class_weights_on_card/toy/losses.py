import torch
import torch.nn.functional as F
from mmengine.registry import MODELS


@MODELS.register_module()
class WeightedCrossEntropy(torch.nn.Module):
    def __init__(self, class_weight=None, loss_weight=1.0):
        super().__init__()
        self.loss_weight = loss_weight
        self.class_weight = None
        if class_weight is not None:
            self.class_weight = torch.as_tensor(class_weight).float().cuda()  # truth: dies

    def forward(self, score, label):
        return self.loss_weight * F.cross_entropy(score, label, weight=self.class_weight)
