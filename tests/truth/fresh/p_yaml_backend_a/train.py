import sys

import torch
import torch.distributed as dist
import yaml
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

BACKENDS = dict(cuda='nccl', cpu='gloo', mps='gloo')


class Config(dict):
    def __getattr__(self, key):
        value = self[key]
        return Config(value) if isinstance(value, dict) else value

    @classmethod
    def load(cls, path):
        with open(path) as f:
            return cls(yaml.safe_load(f))


class Experiment:
    def __init__(self, cfg):
        self.cfg = cfg
        self.device = torch.device(cfg.device)
        self.setup_dist(**cfg.dist)
        torch.manual_seed(cfg.seed)
        self.model = self.wrap(nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 2)))
        self.optim = torch.optim.SGD(self.model.parameters(), lr=cfg.train.lr)

    def setup_dist(self, init_method, backend=None):
        backend = backend or BACKENDS[self.device.type]
        dist.init_process_group(backend, init_method=init_method)
        self.rank = dist.get_rank()

    def wrap(self, module):
        module = module.to(self.device)
        options = dict(broadcast_buffers=False)
        if self.device.type == 'cuda':
            options['device_ids'] = [self.rank % torch.cuda.device_count()]
        return nn.parallel.DistributedDataParallel(module, **options)

    def data(self):
        x = torch.randn(32, 5)
        return TensorDataset(x, (x[:, 0] > 0).long())

    def run(self):
        dataset = self.data()
        sampler = DistributedSampler(dataset, seed=self.cfg.seed)
        loader = DataLoader(dataset, self.cfg.train.batch_size, sampler=sampler)
        for epoch in range(self.cfg.train.epochs):
            sampler.set_epoch(epoch)
            for x, y in loader:
                self.optim.zero_grad()
                loss = nn.functional.cross_entropy(self.model(x.to(self.device)),
                                                   y.to(self.device))
                loss.backward()
                self.optim.step()
            if self.rank == 0:
                print(epoch, float(loss))


if __name__ == '__main__':
    Experiment(Config.load(sys.argv[1])).run()
