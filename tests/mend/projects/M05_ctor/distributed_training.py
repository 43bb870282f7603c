import argparse

import torch
import torch.nn.functional as F
from mmengine.evaluator import BaseMetric
from mmengine.model import BaseModel
from mmengine.runner import Runner
from torch import nn
from torch.utils.data import TensorDataset


class MLP(BaseModel):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))

    def forward(self, inputs, labels, mode):
        x = self.body(inputs)
        if mode == 'loss':
            return {'loss': F.cross_entropy(x, labels)}
        return x, labels


class Accuracy(BaseMetric):
    def process(self, data_batch, data_samples):
        score, gt = data_samples
        self.results.append({'batch_size': len(gt), 'correct': (score.argmax(dim=1) == gt).sum().cpu()})

    def compute_metrics(self, results):
        return dict(accuracy=100 * sum(r['correct'] for r in results) / sum(r['batch_size'] for r in results))


def parse_args():
    parser = argparse.ArgumentParser(description='Distributed Training')
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm', 'mpi'], default='none', help='job launcher')
    parser.add_argument('--local_rank', '--local-rank', type=int, default=0)
    return parser.parse_args()


def main():
    args = parse_args()
    torch.manual_seed(0)
    x = torch.randn(64, 6)
    data = TensorDataset(x, x.abs().argmax(1) % 3)
    loader = dict(batch_size=8, dataset=data, sampler=dict(type='DefaultSampler', shuffle=True),
                  collate_fn=dict(type='default_collate'))
    val = dict(batch_size=8, dataset=data, sampler=dict(type='DefaultSampler', shuffle=False),
               collate_fn=dict(type='default_collate'))
    runner = Runner(
        model=MLP().cuda(),
        work_dir='./work_dirs',
        train_dataloader=loader,
        optim_wrapper=dict(optimizer=dict(type='SGD', lr=0.01, momentum=0.9)),
        train_cfg=dict(by_epoch=True, max_epochs=1, val_interval=1),
        val_dataloader=val,
        val_cfg=dict(),
        val_evaluator=dict(type=Accuracy),
        launcher=args.launcher,
        cfg=dict(model_wrapper_cfg=dict(type='MMDistributedDataParallel', find_unused_parameters=False)),
        env_cfg=dict(cudnn_benchmark=False, dist_cfg=dict(backend='nccl')),
    )
    runner.train()


if __name__ == '__main__':
    main()
