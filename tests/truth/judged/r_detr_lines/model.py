import torch
from torch import nn
import torch.nn.functional as F


class TinyDETR(nn.Module):
    def __init__(self, num_classes=3, num_queries=4, hidden=16):
        super().__init__()
        self.backbone = nn.Conv2d(3, hidden, 4, stride=4)
        self.query = nn.Embedding(num_queries, hidden)
        self.decoder = nn.TransformerDecoderLayer(hidden, 2, 32, dropout=0.0)
        self.class_embed = nn.Linear(hidden, num_classes + 1)
        self.bbox_embed = nn.Linear(hidden, 4)

    def forward(self, x):
        memory = self.backbone(x).flatten(2).permute(2, 0, 1)
        q = self.query.weight.unsqueeze(1).repeat(1, x.shape[0], 1)
        hs = self.decoder(q, memory).transpose(0, 1)
        return {'pred_logits': self.class_embed(hs), 'pred_boxes': self.bbox_embed(hs).sigmoid()}


class SetCriterion(nn.Module):
    def forward(self, out, target):
        return {'loss_ce': F.cross_entropy(out['pred_logits'].transpose(1, 2), target['labels']),
                'loss_bbox': F.l1_loss(out['pred_boxes'], target['boxes'])}
