import os
import random

import torch
import torch.distributed as dist
import yaml
from torch.nn.parallel import DistributedDataParallel

from reid.modeling import Baseline


class PKSampler(torch.utils.data.Sampler):
    """P identities with K images each."""

    def __init__(self, pids, p, k, seed):
        self.p, self.k = p, k
        self.rng = random.Random(seed)
        self.by_pid = {}
        for index, pid in enumerate(pids):
            self.by_pid.setdefault(pid, []).append(index)

    def __iter__(self):
        for pid in self.rng.sample(sorted(self.by_pid), self.p):
            yield from self.rng.sample(self.by_pid[pid], self.k)

    def __len__(self):
        return self.p * self.k


def main():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'configs', 'defaults.yaml')
    with open(path) as f:
        cfg = yaml.safe_load(f)
    rank, world_size = int(os.environ.get('RANK', 0)), int(os.environ.get('WORLD_SIZE', 1))
    if world_size > 1:
        dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')
    torch.manual_seed(cfg['SOLVER'].get('SEED', 1))
    pids = [i // 4 for i in range(24)]
    images = torch.rand(24, 3, 12, 8)
    model = Baseline(cfg['MODEL'], num_classes=6)
    if torch.cuda.is_available():
        model = model.cuda()
    if world_size > 1:
        model = DistributedDataParallel(model, broadcast_buffers=False)
    optimizer = torch.optim.SGD(model.parameters(), cfg['SOLVER']['BASE_LR'])
    sampler = PKSampler(pids, 3, 2, seed=rank)
    for step in range(cfg['SOLVER']['STEPS']):
        index = list(sampler)
        batch, target = images[index], torch.tensor([pids[i] for i in index])
        logits, feat = model(batch.to(next(model.parameters()).device))
        loss = torch.nn.functional.cross_entropy(logits, target.to(logits.device))
        loss = loss + 1e-3 * feat.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print('step', step, round(loss.item(), 4))


if __name__ == '__main__':
    main()
