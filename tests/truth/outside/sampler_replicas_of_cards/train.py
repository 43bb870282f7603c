"""In the manner of the vocoders: hyperparameters in JSON, replicas as many as cards."""
import argparse
import json
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

DEFAULTS = '{"seed": 1234, "batch_size": 8, "learning_rate": 0.01, "dist_config": {"dist_backend": "gloo"}}'


class AttrDict(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self


def train(rank, a, h):
    device = torch.device('cuda:{:d}'.format(rank) if torch.cuda.is_available() else 'cpu')
    dist.init_process_group(backend=h.dist_config['dist_backend'])
    torch.manual_seed(h.seed)
    model = DistributedDataParallel(torch.nn.Linear(6, 1).to(device))
    optim = torch.optim.AdamW(model.parameters(), h.learning_rate)
    trainset = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    train_sampler = DistributedSampler(trainset, num_replicas=h.num_gpus, rank=rank)  # truth: dies
    loader = DataLoader(trainset, h.batch_size, sampler=train_sampler)
    for epoch in range(a.training_epochs):
        train_sampler.set_epoch(epoch)
        for x, y in loader:
            optim.zero_grad()
            torch.nn.functional.l1_loss(model(x.to(device)), y.to(device)).backward()
            optim.step()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--config', default='')
    parser.add_argument('--training_epochs', default=2, type=int)
    a = parser.parse_args()
    h = AttrDict(json.loads(open(a.config).read() if a.config else DEFAULTS))
    h.num_gpus = max(torch.cuda.device_count(), 1)
    train(int(os.environ.get('RANK', 0)), a, h)


if __name__ == '__main__':
    main()
