import random

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from data.build import build_loader
from utils.comm import get_rank, get_world_size, launch

CFG = dict(backend='gloo', sampler='softmax_triplet', batch=8, instances=4, epochs=2, seed=1234)


def set_seed(seed):
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    np.random.seed(seed)
    random.seed(seed)


class Baseline(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = nn.Linear(12, 8)
        self.classifier = nn.Linear(8, 8, bias=False)

    def forward(self, x):
        feat = self.base(x)
        return self.classifier(feat), feat


def triplet(feat, pid, margin=0.3):
    d = torch.cdist(feat, feat)
    same = pid[:, None] == pid[None]
    return F.relu((d * same).max(1)[0] - (d + 1e3 * same).min(1)[0] + margin).mean()


def do_train(cfg):
    set_seed(cfg['seed'])
    loader = build_loader(cfg)
    model = Baseline()
    if get_world_size() > 1:
        model = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for epoch in range(cfg['epochs']):
        for n_iter, (img, vid, _) in enumerate(loader):
            optimizer.zero_grad()
            score, feat = model(img)
            loss = F.cross_entropy(score, vid) + triplet(feat, vid)
            loss.backward()
            optimizer.step()
        if get_rank() == 0:
            print('Epoch', epoch, loss.item())


if __name__ == '__main__':
    launch(do_train, CFG)
