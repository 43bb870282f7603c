import argparse

import torch
from mmengine.device import get_device
from mmengine.evaluator import BaseMetric
from mmengine.model import BaseModel
from mmengine.runner import Runner
from torch import nn
from torch.utils.data import Dataset


class Ratings(Dataset):
    def __init__(self, rows, seed):
        gen = torch.Generator().manual_seed(seed)
        self.user = torch.randint(0, 20, (rows,), generator=gen)
        self.item = torch.randint(0, 15, (rows,), generator=gen)
        self.rating = torch.rand(rows, generator=gen) * 5

    def __len__(self):
        return len(self.rating)

    def __getitem__(self, index):
        return dict(user=self.user[index], item=self.item[index], rating=self.rating[index])


class MatrixFactorization(BaseModel):
    def __init__(self, users=20, items=15, dim=6):
        super().__init__()
        self.users, self.items = nn.Embedding(users, dim), nn.Embedding(items, dim)
        self.bias = nn.Parameter(torch.tensor(2.5))

    def forward(self, user, item, rating, mode='tensor'):
        score = (self.users(user) * self.items(item)).sum(-1) + self.bias
        if mode == 'loss':
            return dict(loss=nn.functional.mse_loss(score, rating))
        return [dict(score=float(s), rating=float(r)) for s, r in zip(score, rating)]


class RMSE(BaseMetric):
    def process(self, data_batch, data_samples):
        self.results.extend((one['score'] - one['rating']) ** 2 for one in data_samples)

    def compute_metrics(self, results):
        return dict(rmse=(sum(results) / len(results)) ** 0.5)


def optim_wrapper(lr, amp):
    wrapper = dict(type='OptimWrapper', optimizer=dict(type='Adagrad', lr=lr))
    if amp and get_device() == 'cuda':
        wrapper.update(type='AmpOptimWrapper', loss_scale='dynamic')
    return wrapper


def loader(dataset, shuffle):
    return dict(batch_size=8, num_workers=0, dataset=dataset,
                collate_fn=dict(type='default_collate'),
                sampler=dict(type='DefaultSampler', shuffle=shuffle))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--launcher', default='none', choices=['none', 'pytorch', 'slurm'])
    parser.add_argument('--lr', type=float, default=0.05)
    parser.add_argument('--no-amp', dest='amp', action='store_false')
    args = parser.parse_args()
    backend = 'nccl' if torch.cuda.is_available() else 'gloo'
    runner = Runner(
        model=MatrixFactorization(),
        work_dir='work_dirs/mf',
        train_dataloader=loader(Ratings(32, 1), True),
        train_cfg=dict(by_epoch=True, max_epochs=2, val_interval=1),
        optim_wrapper=optim_wrapper(args.lr, args.amp),
        val_dataloader=loader(Ratings(16, 2), False),
        val_cfg=dict(),
        val_evaluator=dict(type=RMSE),
        env_cfg=dict(dist_cfg=dict(backend=backend)),
        randomness=dict(seed=5),
        launcher=args.launcher)
    runner.train()


if __name__ == '__main__':
    main()
