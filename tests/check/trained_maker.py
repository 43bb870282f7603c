"""Writes projects that train for real, for trained_programs.py: a script of script_maker.py with all that it needs.

A script with a loop of its own needs nothing. One with a Runner trains the toy of tests/e2e, by a config that is at fault
in some ways or in none, and is started by a launch script in one of the ways that come to two ranks of torchrun.
"""

import dataclasses
import re
from pathlib import Path

import random_projects
import script_maker

TOY = Path(__file__).resolve().parents[1] / 'e2e' / 'project'
CONFIG = 'configs/toy.py'
KINDS = ('loop', 'runner')

KEY = re.compile(r'^(\w+) = ', re.M)

HOOK = '''\
import torch
from mmengine.hooks import Hook
from mmengine.registry import HOOKS


@HOOKS.register_module()
class CardHook(Hook):

    def after_train_iter(self, runner, batch_idx, data_batch=None, outputs=None):
        {}
'''


@dataclasses.dataclass
class Project:
    files: dict  # name: bytes
    case: dict  # how record.py starts it
    config: str | None = None


class ConfigMaker(random_projects.Maker):
    """Writes configs from which MMEngine can build the toy."""

    BARE = 0
    WRAPPERS = ('MMDistributedDataParallel',)

    def optimizer(self):
        kind = self.one_of("'OptimWrapper'", "'OptimWrapper'", "'OptimWrapper'", "'AmpOptimWrapper'",
                           "'AmpOptimWrapper', loss_scale='dynamic'", "'AmpOptimWrapper', dtype='bfloat16'")
        return f"optim_wrapper = dict(type={kind}, optimizer=dict(type='SGD', lr=0.01))"

    def runtime(self):
        """The lines of the base that all configs have."""
        modules = ["'toy'", *(f"'toy.{name}'" for name in ('gloo', 'card') if name == 'card' or self.chance(0.2))]
        benchmark = self.one_of('False', 'True')
        lines = [f'custom_imports = dict(imports=[{", ".join(modules)}], allow_failed_imports=False)',
                 f"env_cfg = dict(cudnn_benchmark={benchmark}, dist_cfg=dict(backend={self.quoted(self.backend())}))"
                 if self.chance(0.5) else '\n'.join(self.env_cfg(full=True)),
                 'train_cfg = dict(by_epoch=True, max_epochs=1)', self.optimizer(), 'randomness = dict(seed=0)']
        if self.chance(0.25):
            lines += self.wrapper(False)
        return lines

    def own(self):
        """The lines of the config that is trained."""
        lines = ["work_dir = './work_dirs/toy'", *self.settings(False, rich=False)]
        choices = ["device = 'cuda'", 'cudnn_benchmark = True', 'gpu_ids = range(0, 2)', "sync_bn = 'torch'",
                   "custom_hooks = [dict(type='CardHook')]", "custom_hooks = [dict(type='EmptyCacheHook')]",
                   "default_hooks = dict(checkpoint=dict(type='CheckpointHook', interval=1))",
                   'train_dataloader = dict(pin_memory=True)', 'train_dataloader = dict(batch_size=4)',
                   "model = dict(norm_cfg=dict(type='SyncBN'))",
                   'model = dict(spare_head=True)\nfind_unused_parameters = True',
                   "optim_wrapper = dict(type='AmpOptimWrapper')", "launcher = 'pytorch'"]
        return lines + [choice for choice in choices if self.chance(0.1)]

    def files(self):
        """The toy and the configs that train it."""
        files = {path.relative_to(TOY).as_posix(): path.read_text() for path in TOY.glob('toy/*.py')}
        model = (TOY / 'configs/_base_/toy.py').read_text()
        if self.chance(0.15):
            model = model.replace("'BN'", "'SyncBN'")
        files['toy/card.py'] = HOOK.format(self.one_of(
            'torch.cuda.synchronize()', 'torch.cuda.empty_cache()', 'print(torch.cuda.memory_allocated())',
            'if torch.cuda.is_available():\n            torch.cuda.synchronize()'))
        runtime, own = ('\n'.join(lines) + '\n' for lines in (self.runtime(), self.own()))
        whole = runtime + model.partition('\n')[2]
        if self.chance(0.3) and not set(KEY.findall(whole)) & set(KEY.findall(own)):  # all in one file
            files[CONFIG] = whole + own
        else:
            files |= {'configs/_base_/runtime.py': runtime, 'configs/_base_/toy.py': model,
                      CONFIG: self.one_of("_base_ = './_base_/toy.py'\n", "_base_ = ['./_base_/toy.py']\n") + own}
        return {name: text.encode() for name, text in files.items()}


def started(maker, script, arguments):
    """(launch scripts, variables) that start two ranks of a script."""
    given = ' '.join([script, CONFIG, *arguments])
    path = 'PYTHONPATH=. ' if '/' in script else ''
    form = maker.random.randrange(5)
    if form == 0:
        passed = ' '.join(f' {word}' for word in arguments)
        return {'tools/dist_train.sh': f'CONFIG=$1\nGPUS=$2\n\nPYTHONPATH="$(dirname $0)/..":$PYTHONPATH \\\n'
                                       f'torchrun --nproc_per_node=$GPUS {script} $CONFIG ${{@:3}}\n',
                'run.sh': f'bash tools/dist_train.sh {CONFIG} 2{passed}\n'}
    starter = maker.one_of('torchrun', 'torchrun --nnodes=1', 'python -m torch.distributed.run',
                           'python -m torch.distributed.launch --use_env')
    before = maker.one_of('', '', 'CUDA_VISIBLE_DEVICES=0,1 ', 'OMP_NUM_THREADS=1 ')
    return {'run.sh': f'{before}{path}{starter} --nproc_per_node=2 {given}\n'}


def make(seed, kind):
    """A project of this kind; that of one seed is always the same."""
    maker = script_maker.ScriptMaker(seed)
    texts, _ = maker.script(kind)
    if kind == 'loop':
        files = {name or 'train.py': text for name, text in texts.items()}
        files['run.sh'] = b'torchrun --nproc_per_node=2 train.py orchard.txt\n'
        return Project(files, {'start': 'torchrun', 'arguments': ['orchard.txt']})
    script = maker.one_of('train.py', 'tools/train.py', 'tools/train.py')
    arguments = []
    for option, words, share in (('launcher', ('--launcher', 'pytorch'), 0.8), ('amp', ('--amp',), 0.2),
                                 ('work_dir', ('--work-dir', './work'), 0.3),
                                 ('cfg_options', ('--cfg-options', 'env_cfg.dist_cfg.backend=nccl'), 0.15),
                                 ('cfg_options', ('--cfg-options', 'train_cfg.max_epochs=2'), 0.3)):
        if option in maker.options and words[0] not in arguments and maker.chance(share):
            arguments += words
    files = {**ConfigMaker(seed).files(), script: texts['']}
    files |= {name: text.encode() for name, text in started(maker, script, arguments).items()}
    case = {'start': 'torchrun', 'script': script, 'arguments': [CONFIG, *arguments], 'env': {'PYTHONPATH': '.'}}
    return Project(files, case, CONFIG)
