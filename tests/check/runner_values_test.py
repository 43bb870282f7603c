"""Where MMEngine's Runner builds something from a dict of the config (MM823), each in a config with this one mistake."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

BASE = """\
model = dict(type='ToyModel')
train_dataloader = dict(batch_size=2, num_workers=0, sampler=dict(type='DefaultSampler'), dataset=dict(type='ToyData'))
val_dataloader = dict(batch_size=2, num_workers=0, sampler=dict(type='DefaultSampler'), dataset=dict(type='ToyData'))
test_dataloader = val_dataloader
train_cfg = dict(by_epoch=True, max_epochs=2)
val_cfg = test_cfg = dict()
val_evaluator = test_evaluator = dict(type='ToyMetric')
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))
param_scheduler = [dict(type='MultiStepLR', milestones=[1])]
default_hooks = dict(logger=dict(type='LoggerHook'))
visualizer = dict(type='Visualizer', vis_backends=[dict(type='LocalVisBackend')])
env_cfg = dict(mp_cfg=dict(), dist_cfg=dict(backend='gloo'))
randomness = dict(seed=0)
log_processor = dict()
"""

# Where a dict is built, the dict in Python, and names that MMEngine itself passes or takes out.
BUILT = (
    ('optim_wrapper', 'optim_wrapper', ('constructor', 'paramwise_cfg')),
    ('optim_wrapper.optimizer', "optim_wrapper['optimizer']", ('params',)),
    ('param_scheduler', 'param_scheduler', ('epoch_length', 'convert_to_iter_based')),
    ('param_scheduler.*', 'param_scheduler[0]', ('optimizer',)),
    ('param_scheduler.*.*', "param_scheduler['one'][0]", ()),
    ('default_hooks.*', "default_hooks['logger']", ('priority',)),
    ('custom_hooks.*', 'custom_hooks[0]', ('priority',)),
    ('train_dataloader', 'train_dataloader', ('num_batch_per_epoch', 'disable_subprocess_warning')),
    ('train_dataloader.sampler', "train_dataloader['sampler']", ('dataset', 'seed')),
    ('val_dataloader', 'val_dataloader', ()),
    ('val_dataloader.sampler', "val_dataloader['sampler']", ()),
    ('test_dataloader', 'test_dataloader', ()),
    ('test_dataloader.sampler', "test_dataloader['sampler']", ()),
    ('log_processor', 'log_processor', ()),
    ('visualizer', 'visualizer', ('name', 'save_dir')),
    ('visualizer.vis_backends.*', "visualizer['vis_backends'][0]", ('save_dir',)),
    ('randomness', 'randomness', ()),
    ('env_cfg.mp_cfg', "env_cfg['mp_cfg']", ('distributed',)),
)
BEFORE = {
    'param_scheduler': "param_scheduler = dict(type='StepLR', step_size=1)",
    'param_scheduler.*.*': "param_scheduler = dict(one=[dict(type='StepLR', step_size=1)])",
    'custom_hooks.*': "custom_hooks = [dict(type='EmptyCacheHook')]",
}


def found(code, statements, language='en'):
    """The messages of a rule, one list for each config: BASE with these statements."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        for i, each in enumerate(statements):
            (folder / f'{i:03}.py').write_text(f'{BASE}{each}\n', encoding='utf-8')
        done = subprocess.run([os.environ['MMLINT'], 'check', '--target', 'cpu', '--select', code, '--lang', language, '--format',
                               'json', '--exit-zero', '--root', folder, folder], cwd=folder, capture_output=True, text=True, check=True)
        out = [[] for _ in statements]
        for one in json.loads(done.stdout)['diagnostics']:
            out[int(Path(one['path']).stem)].append(one['message'])
        return out


class RunnerValues(unittest.TestCase):

    def test_where_it_is_built(self):
        def config(location, line):
            return f'{BEFORE.get(location, "")}\n{line}'

        wrong = [config(location, f"{of}['wrong'] = 1") for location, of, _ in BUILT]
        for (location, _, _), messages in zip(BUILT, found('MM823', wrong), strict=True):
            self.assertEqual([True], [message.endswith('.wrong') for message in messages], location)
        right = [config(location, f"{of}['{name}'] = None") for location, of, names in BUILT for name in names]
        self.assertEqual([[]] * len(right), found('MM823', right))


if __name__ == '__main__':
    unittest.main(verbosity=2)
