"""Imported by every Python that a case starts, because its folder is on PYTHONPATH: watches the training
from outside, so that the scripts stay what a user would write. At its end a process that has made a step
leaves a report in $TRUTH_REPORTS."""

import atexit
import hashlib
import json
import os

import torch
import torch.distributed as dist
from torch.utils.data import Subset, dataloader

OPTIMIZERS = []  # in the order in which they were made; kept alive, so that their weights can be read at the end
SEEN = dict(steps=0, group=None)  # `group`: the number of ranks in the process group at the last step, or null
EPOCHS = []  # per iterator of a DataLoader: whether the order was to be random, the indices, the steps made meanwhile


def count(step):
    def observed(self, *arguments, **options):
        done = step(self, *arguments, **options)
        SEEN['steps'] += 1
        SEEN['group'] = dist.get_world_size() if dist.is_initialized() else None
        if EPOCHS:
            EPOCHS[-1]['steps'] += 1
        return done
    observed.hooked = True  # torch would wrap it once more
    observed.observed = True
    return observed


def watch_optimizers():
    made = torch.optim.Optimizer.__init__

    def init(self, *arguments, **options):
        made(self, *arguments, **options)
        if not getattr(type(self).step, 'observed', False):
            type(self).step = count(type(self).step)
        OPTIMIZERS.append(self)
    torch.optim.Optimizer.__init__ = init


def original(dataset, index):
    """The index in the dataset that the subsets are made of."""
    while isinstance(dataset, Subset):
        dataset, index = dataset.dataset, dataset.indices[index]
    return int(index)


def watch_loaders():
    kind = dataloader._BaseDataLoaderIter
    made, following = kind.__init__, kind._next_index

    def init(self, loader):
        sampler = getattr(loader, 'sampler', None)
        shuffled = isinstance(sampler, torch.utils.data.RandomSampler) or bool(getattr(sampler, 'shuffle', False))
        self.observed = dict(shuffled=shuffled, indices=[], steps=0)
        EPOCHS.append(self.observed)
        made(self, loader)

    def next_index(self):
        batch = following(self)
        if isinstance(batch, (list, tuple)) and None not in batch:  # an iterable dataset has no indices
            self.observed['indices'] += [original(self._dataset, index) for index in batch]
        return batch
    kind.__init__, kind._next_index = init, next_index


def weights():
    digest = hashlib.sha256()
    for optimizer in OPTIMIZERS:
        for group in optimizer.param_groups:
            for parameter in group['params']:
                digest.update(parameter.detach().cpu().double().numpy().tobytes())
    return digest.hexdigest()[:16]


def same_order():
    """Whether several epochs of training had one order, though it was to be random."""
    epochs = [epoch for epoch in EPOCHS if epoch['steps'] and epoch['shuffled'] and len(epoch['indices']) > 3]
    return len(epochs) > 1 and all(epoch['indices'] == epochs[0]['indices'] for epoch in epochs)


def samples():
    """A digest of the indices of all samples that were trained on, in their order; null without any."""
    trained = [epoch['indices'] for epoch in EPOCHS if epoch['steps'] and epoch['indices']]
    return hashlib.sha256(repr(trained).encode()).hexdigest()[:16] if trained else None


def report():
    if SEEN['steps']:
        text = json.dumps(dict(SEEN, weights=weights(), same_order=same_order(), samples=samples()))
        with open(f'{os.environ["TRUTH_REPORTS"]}/{os.environ["TRUTH_RANK"]}-{os.getpid()}.json', 'w') as file:
            file.write(text)


if 'TRUTH_REPORTS' in os.environ:
    watch_optimizers()
    watch_loaders()
    atexit.register(report)
