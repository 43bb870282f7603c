import argparse

import torch
from mmengine.model import BaseModel
from mmengine.runner import Runner
from torch import nn
from torch.utils.data import TensorDataset


class Classifier(BaseModel):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
        self.head = nn.Linear(8, 3)

    def forward(self, x, y, mode='loss'):
        logits = self.head(self.body(x))
        if mode == 'loss':
            return {'loss': nn.functional.cross_entropy(logits, y)}
        return logits.argmax(1), y


def optim_wrapper(amp):
    wrapper = dict(type='OptimWrapper', optimizer=dict(type='AdamW', lr=1e-3))
    if amp:
        wrapper.update(type='AmpOptimWrapper', loss_scale='dynamic')
    return wrapper


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=None)
    parser.add_argument('--amp', action='store_true')
    args = parser.parse_args()
    generator = torch.Generator().manual_seed(0)
    data = TensorDataset(torch.randn(24, 8, generator=generator),
                         torch.randint(0, 3, (24,), generator=generator))
    runner = Runner(
        model=Classifier(),
        work_dir='work_dirs/amp',
        train_dataloader=dict(batch_size=4, dataset=data, num_workers=0,
                              sampler=dict(type='InfiniteSampler', shuffle=True),
                              collate_fn=dict(type='default_collate')),
        train_cfg=dict(by_epoch=False, max_iters=4),
        optim_wrapper=optim_wrapper(args.amp),
        randomness=dict(seed=args.seed),
        experiment_name='amp')
    runner.train()


if __name__ == '__main__':
    main()
