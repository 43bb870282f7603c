import torch
import torch.nn as nn


class MaskedAutoencoder(nn.Module):
    def __init__(self, patch=4, dim=24):
        super().__init__()
        self.patch = patch
        self.embed = nn.Linear(3 * patch * patch, dim)
        self.mask_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.block = nn.TransformerEncoderLayer(dim, 2, 48, dropout=0.0, batch_first=True)
        self.head = nn.Linear(dim, 3 * patch * patch)
        nn.init.normal_(self.mask_token, std=.02)

    def patchify(self, imgs):
        p = self.patch
        n, c, h, w = imgs.shape
        x = imgs.reshape(n, c, h // p, p, w // p, p)
        return torch.einsum('nchpwq->nhwpqc', x).reshape(n, -1, p * p * c)

    def forward(self, imgs, mask_ratio=0.75):
        target = self.patchify(imgs)
        x = self.embed(target)
        mask = torch.rand(x.shape[:2], device=x.device) < mask_ratio
        x = torch.where(mask.unsqueeze(-1), self.mask_token.expand_as(x), x)
        pred = self.head(self.block(x))
        loss = ((pred - target) ** 2).mean(dim=-1)
        return (loss * mask).sum() / mask.sum().clamp(min=1), pred, mask
