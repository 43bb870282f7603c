"""The project that trains, and trainings of copies of it."""

import json
import shutil
from pathlib import Path

import environment
import harness
import ranks

HERE = Path(__file__).resolve().parent
RUNTIME, MODEL, LEAF = 'configs/_base_/runtime.py', 'configs/_base_/toy.py', 'configs/toy.py'


class Wrong(Exception):
    """What is wrong with a case."""


def expect(condition, text):
    if not condition:
        raise Wrong(text)


def replace(folder, file, old, new):
    text = (folder / file).read_text()
    expect(text.count(old) == 1, f'{file} holds {old!r} {text.count(old)} times')
    (folder / file).write_text(text.replace(old, new))


class Trainer:
    """Runs trainings, and knows what those without faults come to."""

    def __init__(self, folder):
        self.folder, self.python = Path(folder), environment.python()
        self.weights = {}  # of the project without faults, by what was changed in it
        self.alone = {}    # the same of each rank, trained on its share of the data by itself

    def project(self, name, *edits):
        folder = self.folder / name.replace(' ', '-')
        shutil.copytree(HERE / 'project', folder)
        for edit in edits:
            replace(folder, *edit)
        return folder

    def train(self, folder, config=LEAF, script='tools/train.py'):
        return ranks.train(self.python, folder, script, config)

    def trained(self, folder, config=LEAF, script='tools/train.py'):
        """The ranks of a training that must succeed."""
        done = self.train(folder, config, script)
        for number, rank in enumerate(done):
            expect(rank.code == 0 and rank.report, f'rank {number} of {config} ended with {rank.code}: '
                                                   f'{rank.error or rank.output[-2000:]}')
        return done

    def trains(self, folder, changes=(), **others):
        """A training that must be the one without faults; `others` says of what is reported what else
        it must be; `config` and `script` are given to the training."""
        arguments = {name: others.pop(name) for name in ('config', 'script') if name in others}
        done = self.trained(folder, **arguments)
        wanted = dict(model='MMDistributedDataParallel', steps=2, backend='gloo',
                      weights=self.weights[changes], device_ids=None, output_device=None,
                      broadcast_buffers=False, find_unused_parameters=False)
        for number, rank in enumerate(done):
            expect(rank.report == {**wanted, **others}, f'rank {number} reports {rank.report}, not {wanted} {others}')
        return done

    def fails(self, folder, config, errors, more=''):
        """A training that must fail on every rank, each with one of these errors, which says `more`."""
        for number, rank in enumerate(self.train(folder, config)):
            said = any(error in rank.error for error in errors) and more.format(rank=number) in rank.error
            expect(rank.code == 1 and said,
                   f'rank {number} of {config} ended with {rank.code}, not with one of {errors} {more}: '
                   f'{rank.error or rank.output[-2000:]}')

    def learn(self, name, changes, *settings):
        """Trains the project without faults (`settings` are what the changes need): together, and each
        rank alone on its share of the data. What the ranks come to must be the same in the first
        training and different everywhere else, else the weights prove nothing."""
        folder = self.project(name, *changes, *settings)
        (folder / 'configs' / 'alone.py').write_text("_base_ = './toy.py'\nlauncher = 'none'\n")
        one, other = (rank.report['weights'] for rank in self.trained(folder))
        alone = [rank.report['weights'] for rank in self.trained(folder, 'configs/alone.py')]
        expect(one == other and len({one, *alone}) == 3, f'together {one}, {other}, alone {alone}')
        self.weights[changes], self.alone[changes] = one, alone


def check(folder, path, target):
    command = ('check', folder / path, '--root', folder, '--target', target, '--format', 'json')
    return json.loads(harness.mmlint(*command)[0])


def fix(folder, path, *options):
    """`fix`, which must do the same for gcu as for the CPU that we train on, but for the name of
    the target in a new module."""
    command = ('fix', folder / path, '--root', folder, *options)
    cpu, gcu = (harness.mmlint(*command, '--target', target, '--diff')[0] for target in ('cpu', 'gcu'))
    gcu = gcu.replace('makes the process group for gcu.', 'makes the process group for cpu.')
    expect(cpu == gcu, f'fixed for cpu:\n{cpu}\nfixed for gcu:\n{gcu}')
    harness.mmlint(*command, '--target', 'cpu')
