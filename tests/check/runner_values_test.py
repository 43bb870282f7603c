"""What MMEngine's Runner asks of the values in a config (MM833), in both languages, and where it builds something from
a dict (MM823), each in a config with this one mistake."""

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

# A statement, and what the Runner needs instead.
WANTED = (
    ("model = dict(depth=18)", 'a dict with a type', '带 type 的字典'),
    ("train_dataloader['sampler'] = 'DefaultSampler'", 'a dict with a type', '带 type 的字典'),
    ("train_cfg = 3", 'a dict', '字典'),
    ("env_cfg = dict(mp_cfg=None)", 'a dict', '字典'),
    ("optim_wrapper['clip_grad'] = dict()", 'a dict that is not empty', '非空的字典'),
    ("param_scheduler = 3", 'a dict or a list of dicts', '字典或字典的列表'),
    ("val_evaluator = 'ToyMetric'", 'a dict or a list of dicts', '字典或字典的列表'),
    ("val_evaluator = dict(metrics='ToyMetric')", 'a dict with a type or a list of them', '带 type 的字典或其列表'),
    ("visualizer['vis_backends'] = 'LocalVisBackend'", 'a list of dicts with a type', '带 type 的字典的列表'),
    ("custom_hooks = dict(type='EMAHook')", 'a list of dicts', '字典的列表'),
    ("train_cfg['dynamic_intervals'] = [[1, 1]]", 'a list of tuples', '元组的列表'),
    ("train_dataloader['batch_size'] = 0", 'an int above 0', '大于 0 的整数'),
    ("train_dataloader['num_batch_per_epoch'] = 0", 'an int above 0', '大于 0 的整数'),
    ("optim_wrapper['accumulative_counts'] = 0", 'an int above 0', '大于 0 的整数'),
    ("train_dataloader['num_workers'] = -1", 'an int of at least 0', '不小于 0 的整数'),
    ("train_cfg['max_epochs'] = '2'", 'an int', '整数'),
    ("env_cfg = dict(mp_cfg=dict(opencv_num_threads='0'))", 'an int', '整数'),
    ("randomness = dict(seed=-1)", 'an int from 0 to 2**32 - 1', '0 到 2**32 - 1 的整数'),
    ("env_cfg = dict(resource_limit='4096')", 'a number', '数字'),
    ("optim_wrapper['optimizer']['lr'] = '1e-3'", 'a number of at least 0', '不小于 0 的数字'),
    ("train_cfg['val_interval'] = 0", 'a number other than 0', '非零的数字'),
    ("auto_scale_lr = dict(enable=True, base_batch_size=0)", 'a number other than 0', '非零的数字'),
    ("train_dataloader['drop_last'] = 'False'", 'True or False', 'True 或 False'),
    ("train_dataloader['shuffle'] = True", 'False, since a sampler is given', 'False，因为已经给出了 sampler'),
    ("load_from = False", 'a path', '路径'),
    ("default_scope = 3", 'the name of a scope', '作用域的名字'),
    ("optim_wrapper['constructor'] = None", 'the name of a class', '类的名字'),
    ("log_level = 'info'", "a level of logging, such as 'INFO'", "logging 的级别，如 'INFO'"),
    ("default_hooks['logger']['priority'] = 101", "a number from 0 to 100 or a name such as 'NORMAL'",
     "0 到 100 的数字或 'NORMAL' 这样的名字"),
    ("env_cfg = dict(mp_cfg=dict(mp_start_method='forked'))", "'fork', 'spawn' or 'forkserver'",
     "'fork'、'spawn' 或 'forkserver'"),
)

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

    def test_what_is_wanted(self):
        statements = [statement for statement, _, _ in WANTED]
        for language, marker, texts in (('en', 'but the Runner needs ', [each[1] for each in WANTED]),
                                        ('zh', '但 Runner 需要', [each[2] for each in WANTED])):
            needed = [[message.partition(marker)[2] for message in one] for one in found('MM833', statements, language)]
            self.assertEqual([[text] for text in texts], needed)

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
