"""What is said of a config does not depend on which of its relatives were passed, nor on the machine."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[2] / 'fixtures'
RUNTIME = "env_cfg = dict(dist_cfg=dict(backend='gloo'))\n"
WRAPPER = "model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)\n"
LEAF = """_base_ = ['../_base_/runtime.py', '../_base_/model.py']
model = dict(type='Toy')
train_dataloader = train_cfg = optim_wrapper = dict(type='Toy')
work_dir = 'runs'
"""
TRAIN = """import argparse
{imports}
from mmengine.config import Config
from mmengine.runner import Runner

parser = argparse.ArgumentParser()
parser.add_argument('config')
parser.add_argument('--launcher', choices=['none', 'pytorch'], default='none')
args = parser.parse_args()
{group}cfg = Config.fromfile(args.config)
cfg.launcher = args.launcher
Runner.from_cfg(cfg).train()
"""
TRAINS = TRAIN.format(imports='', group='')
MAKES_GROUP = TRAIN.format(imports='import torch.distributed as dist', group="dist.init_process_group('gloo')\n")


class Agreement(unittest.TestCase):
    """A project of a few files in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-')
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve() / 'project'
        self.write({'mmlint.toml': ''})

    def write(self, files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def run_mmlint(self, arguments, environment=None):
        done = subprocess.run([os.environ['MMLINT'], *arguments], cwd=self.root, capture_output=True, text=True,
                              env={'PATH': '', 'LC_ALL': 'C.UTF-8', **(environment or {})}, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done

    def mmlint(self, *arguments, environment=None):
        return self.run_mmlint(arguments, environment).stdout

    def code(self, *arguments):
        return self.run_mmlint(arguments).returncode

    def check(self, *arguments, environment=None):
        return json.loads(self.mmlint('check', '--format', 'json', *arguments, environment=environment))

    def found(self, *arguments, environment=None):
        """(path, line, code, severity) of each finding."""
        return sorted((d['path'], d['line'], d['code'], d['severity'])
                      for d in self.check(*arguments, environment=environment)['diagnostics'])

    def last(self, *arguments):
        """The last line of the verdict, what to run next aside."""
        return [line for line in self.mmlint('check', *arguments).splitlines() if not line.startswith('Next, ')][-1]


class Bases(Agreement):
    """A base is judged through the configs that inherit it."""

    def test_model_that_only_a_leaf_runs(self):
        self.write({'configs/_base_/runtime.py': RUNTIME + WRAPPER, 'configs/toy/a.py': LEAF,
                    'configs/_base_/model.py': "model = dict(norm_cfg=dict(type='SyncBN'))\n"})
        self.assertIn(('configs/_base_/model.py', 1, 'MM401', 'error'), self.found('.'))
        for path in ('configs/_base_', 'configs/_base_/model.py'):
            with self.subTest(path):
                self.assertEqual([place for place in self.found('.') if place[0].startswith(path)], self.found(path))

    def test_a_project_without_a_mark(self):
        """Without .git and settings, the folder from which it is checked is the project."""
        (self.root / 'mmlint.toml').unlink()
        self.write({'configs/_base_/runtime.py': RUNTIME + WRAPPER, 'configs/toy/a.py': LEAF,
                    'configs/_base_/model.py': "model = dict(norm_cfg=dict(type='SyncBN'))\n",
                    'run.sh': 'torchrun /opt/mmtoy/train.py configs/toy/a.py --launcher pytorch\n'})
        self.assertEqual(['MM401'], [place[2] for place in self.found('configs/_base_/model.py')])
        self.assertEqual(self.found('.'), self.found('configs'))

    def test_every_way_to_inherit(self):
        """Lazy bases, data files, and a base of a base."""
        model = "model = dict(type='Toy', norm_cfg=dict(type='SyncBN'))\n"
        leaf = LEAF.split('\n', 1)[1] + RUNTIME + WRAPPER
        for base, text, between, link in (
                ('model.py', model, '', 'with read_base():\n    from .._base_.model import *\n'),
                ('model.py', model, "_base_ = './model.py'\n", "_base_ = '../_base_/between.py'\n"),
                ('model.yaml', "_base_: []\nmodel: {type: Toy, norm_cfg: {type: SyncBN}}\n", '', "_base_ = '../_base_/model.yaml'\n")):
            with self.subTest(link):
                shutil.rmtree(self.root / 'configs', ignore_errors=True)
                imports = 'from mmengine.config import read_base\n' if 'read_base' in link else ''
                self.write({f'configs/_base_/{base}': text, 'configs/toy/a.py': imports + link + leaf.replace("model = dict(type='Toy')\n", '')})
                if between:
                    self.write({'configs/_base_/between.py': between})
                below = [place for place in self.found('.') if '/_base_/' in place[0]]
                self.assertEqual(['MM401'], [place[2] for place in below])
                self.assertEqual(below, self.found('configs/_base_'))
                self.assertEqual(below, self.found(f'configs/_base_/{base}'))

    def test_every_fixture(self):
        tried = 0
        for folder in [FIXTURES / 't20', *FIXTURES.glob('check/*/')]:
            if not (folder / 'configs/_base_').is_dir():
                continue
            shutil.rmtree(self.root, ignore_errors=True)
            shutil.copytree(folder, self.root)
            with self.subTest(folder.name):
                # YAML that names no base is a config for those that inherit it, but is not passed with its folder.
                below = [place for place in self.found('--root', '.', '.')
                         if place[0].startswith('configs/_base_/') and not place[0].endswith('.yaml')]
                some = self.found('--root', '.', 'configs/_base_')
                self.assertEqual(below, [place for place in some if place[0].startswith('configs/_base_/')])
                tried += 1
        self.assertGreater(tried, 2)

    def test_a_base_that_breaks_a_leaf(self):
        self.write({'configs/_base_/runtime.py': RUNTIME + WRAPPER, 'configs/_base_/model.py': 'width = 3\n',
                    'configs/toy/a.py': LEAF + 'wide = _base_.width * 2\n'})
        self.assertNotIn('error', {place[3] for place in self.found('configs/_base_')})
        self.write({'configs/_base_/model.py': 'breadth = 3\n'})
        broken = self.found('.')
        self.assertEqual(['configs/toy/a.py'], [place[0] for place in broken if place[3] == 'error'])
        self.assertEqual([place for place in broken if place[3] == 'error'],
                         [place for place in self.found('configs/_base_/model.py') if place[3] == 'error'])

    def test_a_base_that_was_renamed_or_deleted(self):
        self.write({'configs/_base_/runtime.py': RUNTIME + WRAPPER, 'configs/_base_/model_v2.py': 'width = 3\n',
                    'configs/toy/a.py': LEAF})
        missing = ('configs/toy/a.py', 1, 'MM002', 'error')
        for path in ('.', 'configs/_base_', 'configs/_base_/model_v2.py'):
            with self.subTest(path):
                self.assertIn(missing, self.found(path))
        self.write({'configs/_base_/schedule.py': 'height = 3\n'})
        self.assertNotIn(missing, self.found('configs/_base_/schedule.py'))

    def test_a_leaf_that_repeats_the_fault_of_its_base_is_one_finding(self):
        own = "env_cfg = dict(_delete_=True, cudnn_benchmark=False)\n"
        base = LEAF.split('\n', 1)[1]
        for parts in ({'configs/_base_/runtime.py': 'env_cfg = dict(resource_limit=4096)\n',
                       'configs/a.py': "_base_ = './_base_/runtime.py'\n" + base,
                       'configs/b.py': "_base_ = './a.py'\n" + own},
                      {'configs/_base_/runtime.py': base + 'env_cfg = dict(resource_limit=4096)\n',
                       'configs/a.py': "_base_ = './_base_/runtime.py'\n" + own,
                       'configs/b.py': "_base_ = './_base_/runtime.py'\n" + own}):
            self.write(parts)
            of_runtime = [(path, code) for path, _, code, severity in self.found('.') if severity == 'error']
            self.assertEqual([('configs/_base_/runtime.py', code) for code in ('MM102', 'MM301')], of_runtime)
            self.mmlint('fix', '.')
            self.assertEqual([], [code for *_, code, severity in self.found('.') if severity == 'error'])

    def test_one_missing_folder_is_one_finding(self):
        self.write({f'configs/toy/{i}.py': "_base_ = '../../third_party/lib/configs/base.py'\n" for i in range(9)})
        report = self.check('.')
        self.assertEqual(['MM002'], [d['code'] for d in report['diagnostics']])
        self.assertIn('--package', ' '.join(report['diagnostics'][0]['notes']))
        self.write({'.gitmodules': '[submodule "lib"]\n\tpath = third_party/lib\n\turl = ../lib\n'})
        self.assertIn('git submodule update', ' '.join(self.check('.')['diagnostics'][0]['notes']))

    def test_what_does_not_load_is_judged_in_part(self):
        self.write({'configs/_base_/model.py': "model = dict(norm_cfg=dict(type='SyncBN'))\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\n",
                    'configs/toy/a.py': "_base_ = ['../_base_/model.py', '../_base_/gone.py']\n"
                                        "env_cfg = dict(dist_cfg=dict(backend='eccl'))\n"})
        self.assertEqual([('configs/_base_/model.py', 1, 'MM401'), ('configs/toy/a.py', 1, 'MM002'),
                          ('configs/toy/a.py', 2, 'MM101')], [place[:3] for place in self.found('.')])
        self.assertEqual('Not decided: 1 of the configs does not load and was judged in part.', self.last('.'))

    def test_a_body_that_raises_is_judged_in_part(self):
        """What stands in front of the line and behind it; not what is computed from it."""
        self.write({'configs/_base_/model.py': "model = dict(norm_cfg=dict(type='SyncBN'))\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\n",
                    'configs/toy/a.py': "_base_ = '../_base_/model.py'\n"
                                        "env_cfg = dict(dist_cfg=dict(backend='eccl'))\n"
                                        "amp = undefined\n"
                                        "optim_wrapper = dict(type='AmpOptimWrapper')\n",
                    'configs/toy/b.py': "_base_ = './a.py'\nmodel_wrapper_cfg = dict(type='X', device_ids=[0])\n",
                    'configs/toy/c.py': "_base_ = '../_base_/model.py'\n"
                                        "name = undefined\n"
                                        "optim_wrapper = dict(type=name)\n"
                                        "env_cfg = dict(dist_cfg=dict(backend='gloo'))\n"})
        found = [place[:3] for place in self.found('configs/toy/a.py', 'configs/toy/b.py')]
        self.assertEqual([('configs/_base_/model.py', 1, 'MM401'), ('configs/toy/a.py', 2, 'MM101'),
                          ('configs/toy/a.py', 3, 'MM006'), ('configs/toy/a.py', 4, 'MM402'),
                          ('configs/toy/b.py', 2, 'MM303')], found)
        self.assertEqual([('configs/_base_/model.py', 1, 'MM401'), ('configs/toy/c.py', 2, 'MM006')],
                         [place[:3] for place in self.found('configs/toy/c.py')])
        self.assertEqual('Not decided: 3 of the configs do not load and were judged in part.', self.last('configs/toy'))

    def test_a_lazy_config_is_judged_in_part(self):
        self.write({'configs/model.py': "model = dict(norm_cfg=dict(type='SyncBN'))\n",
                    'configs/a.py': "from mmengine.config import read_base\n"
                                    "with read_base():\n"
                                    "    from .model import *\n"
                                    "    from .gone import kind, schedule\n"
                                    "train_dataloader = dict(schedule=schedule)\n"
                                    "env_cfg = dict(dist_cfg=dict(backend='eccl'))\n"
                                    "optim_wrapper = dict(type=kind)\n"})
        self.assertEqual([('configs/a.py', 4, 'MM002'), ('configs/a.py', 6, 'MM101'), ('configs/model.py', 1, 'MM401')],
                         [place[:3] for place in self.found('configs/a.py')])

    def test_one_missing_package_is_one_finding(self):
        self.write({f'configs/toy/{i}.py': f"_base_ = 'mmdet::a/{i}.py'\n" for i in range(9)})
        self.assertEqual(['MM009'], [place[2] for place in self.found('.')])


class Modules(Agreement):
    """A module that mmlint does not read may do anything."""

    def test_a_module_in_another_encoding_may_make_the_group(self):
        self.write({'engine/__init__.py': '',
                    'main.py': "import torch\nfrom engine.comm import connect\n"
                               "connect()\ntorch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 1))\n"})
        module = "# -*- coding: gbk -*-\nimport torch.distributed as dist\n\n\ndef connect():\n{}"
        self.write({'engine/comm.py': module.format("    dist.init_process_group('gloo')\n")})
        self.assertEqual([], self.found('main.py'))
        self.write({'engine/comm.py': module.format('    pass  # later\n')})
        self.assertEqual([('main.py', 4, 'MM550', 'error')], self.found('main.py'))
        chinese = module.format('    pass  # 以后\n').encode('gbk')
        (self.root / 'engine/comm.py').write_bytes(chinese)
        self.assertEqual([], self.found('main.py'))
        self.assertEqual([('engine/comm.py', 1, 'MM013', 'error')], self.found('.'))


class Machine(Agreement):
    """The environment of the process changes nothing but what `--env-from-process` asks for."""

    def test_two_environments(self):
        self.write({'configs/a.py': """import os
model = dict(type='Toy')
train_dataloader = train_cfg = optim_wrapper = dict(type='Toy')
env_cfg = dict(dist_cfg=dict(backend=os.environ.get('DIST_BACKEND', 'gloo')))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
data_root = os.environ['DATA'] + '/toy'
cache = os.environ['DATA'] + '/cache'
""", 'configs/b.py': "env_cfg = dict(dist_cfg=dict(backend='{{$DIST_BACKEND:gloo}}'))\nroot = '{{$DATA:}}'\n"})
        other = {'DIST_BACKEND': 'nccl', 'DATA': '/data', 'VIRTUAL_ENV': str(self.root)}
        here = self.check('.')
        self.assertEqual(here, self.check('.', environment=other))
        self.assertEqual([('configs/a.py', 6, 'MM033', 'info')],
                         [place for place in self.found('.') if place[2] == 'MM033'])
        with_env = {place[2] for place in self.found('.', '--env', 'DIST_BACKEND=nccl', '--env', 'DATA=/data')}
        self.assertIn('MM101', with_env)
        self.assertNotIn('MM033', with_env)
        self.assertEqual(self.mmlint('fix', '.', '--diff', '--unsafe'),
                         self.mmlint('fix', '.', '--diff', '--unsafe', environment=other))
        shown = self.mmlint('show', 'configs/b.py', '--env-from-process', environment=other)
        self.assertIn('nccl', shown)
        self.assertIn('gloo', self.mmlint('show', 'configs/b.py', environment=other))

    def test_two_environments_of_a_project_with_scripts(self):
        self.write({'configs/a.py': LEAF.split('\n', 1)[1] + RUNTIME + WRAPPER, 'tools/train.py': TRAINS})
        self.assertEqual(self.check('.'), self.check('.', environment={'LOCAL_RANK': '0', 'WORLD_SIZE': '2'}))


class Starts(Agreement):
    """MM201 and MM503 are one cause; what is open stands in the last line."""

    CONFIG = LEAF.split('\n', 1)[1] + RUNTIME + WRAPPER

    def codes(self, *paths):
        return [(place[2], place[3]) for place in self.found(*paths)]

    def test_nothing_starts_it(self):
        self.write({'configs/a.py': self.CONFIG})
        self.assertEqual([('MM201', 'info')], self.codes('.'))
        self.assertEqual('Not decided: nothing here starts these configs.', self.last('configs'))
        self.assertNotIn('All clean', self.mmlint('check', '.'))

    def test_all_of_them_are_one_finding(self):
        bare = LEAF.split('\n', 1)[1] + WRAPPER + "default_scope = 'toy'\n"
        self.write({f'configs/{i}.py': bare for i in range(5)})
        self.assertEqual(1, len([place for place in self.found('.') if place[2] == 'MM201']))

    def test_a_script_builds_the_runner(self):
        self.write({'configs/a.py': self.CONFIG, 'tools/train.py': TRAINS})
        self.assertEqual(['MM503'], [code for code, _ in self.codes('.')])
        self.assertEqual([], self.codes('configs'))
        last = self.last('configs')
        self.assertTrue(last.startswith('Not decided: tools/train.py'), last)
        self.assertIn('MM503', last)

    def test_the_script_makes_the_group(self):
        self.write({'configs/a.py': self.CONFIG, 'tools/train.py': MAKES_GROUP})
        self.assertEqual([], self.codes('configs'))
        self.assertTrue(self.last('configs').startswith('All clean'), self.last('configs'))

    def test_the_config_names_a_launcher(self):
        self.write({'configs/a.py': self.CONFIG + "launcher = 'pytorch'\n"})
        self.assertEqual([('MM201', 'error')], self.codes('.'))
        self.write({'configs/a.py': self.CONFIG + "launcher = 'none'\n"})
        self.assertTrue(self.last('.').startswith('All clean'), self.last('.'))

    def test_a_script_takes_a_launcher(self):
        """Code that is not here builds the Runner."""
        takes = TRAIN.replace('from mmengine.runner import Runner', 'from toy.api import train').format(
            imports='', group='')
        for hands_on in ('train(cfg)', 'train(args.config, args.launcher)'):
            text = takes.replace('Runner.from_cfg(cfg).train()', hands_on)
            if 'cfg' not in hands_on:
                text = ''.join(line for line in text.splitlines(True) if 'cfg' not in line and 'Config' not in line)
            self.write({'configs/a.py': self.CONFIG, 'tools/train.py': text})
            self.assertEqual([('MM201', 'warning')], self.codes('configs'), text)
            self.write({'run.sh': 'python tools/train.py configs/a.py --launcher none\n'})
            self.assertEqual([], [each for each in self.codes('configs') if each[1] != 'info'])
            (self.root / 'run.sh').unlink()

    def test_one_level_for_all_that_needs_a_launcher(self):
        """The backend, the wrapper and SyncBN: whatever MMEngine does only if there is a launcher."""
        harmful = ['MM101', 'MM301', 'MM401']

        def levels(*paths):
            return {code: level for code, level in self.codes(*paths) if code in harmful}
        self.write({'configs/a.py': LEAF.split('\n', 1)[1] + RUNTIME.replace('gloo', 'nccl') +
                    "model['norm_cfg'] = dict(type='SyncBN')\n"})
        self.assertEqual(dict.fromkeys(harmful, 'error'), levels('configs'))
        self.write({'tools/train.py': TRAINS})
        self.assertEqual(dict.fromkeys(harmful, 'warning'), levels('configs'))
        self.assertEqual(levels('configs'), levels('.'))
        starts = 'torchrun --nproc_per_node 2 tools/train.py {} --launcher {}\n'
        for given, level in (('configs/a.py', 'error'), ('$1', 'error'), ('configs/b.py', 'warning')):
            self.write({'run.sh': starts.format(given, 'pytorch'), 'configs/b.py': ''})
            self.assertEqual(dict.fromkeys(harmful, level), levels('configs/a.py'), given)
        self.write({'run.sh': starts.format('$1', '$2')})
        self.assertEqual(dict.fromkeys(harmful, 'warning'), levels('configs'))
        (self.root / 'run.sh').unlink()
        for launcher, level in (("'pytorch'", 'error'), ("'none'", None),
                                ("'pytorch' if args.config else 'none'", 'warning')):
            self.write({'tools/train.py': TRAINS.replace('args.launcher', launcher)})
            self.assertEqual(dict.fromkeys(harmful, level) if level else {}, levels('configs'), launcher)
        alone = ''.join(line for line in TRAINS.splitlines(True) if 'launcher' not in line)
        self.write({'tools/train.py': alone})
        self.assertEqual({}, levels('configs'))
        self.write({'configs/a.py': (self.root / 'configs/a.py').read_text() + "launcher = 'pytorch'\n"})
        self.assertEqual(dict.fromkeys(harmful, 'error'), levels('configs'))

    def test_the_home_of_a_script_is_above_tools(self):
        """Configs of the tools themselves leave the others to train.py; another project's script starts none."""
        self.write({'configs/a.py': self.CONFIG, 'tools/train.py': TRAINS, 'tools/data/detector.py': self.CONFIG,
                    'tools/dist_train.sh': 'torchrun --nproc_per_node $2 tools/train.py $1 --launcher pytorch\n'})
        self.assertEqual([('MM503', 'error')], self.codes('.'))
        self.assertIn('MM503', self.last('configs'))
        self.write({'toy/tools/train.py': TRAINS, 'toy/configs/a.py': self.CONFIG, 'examples/b/config.py': self.CONFIG})
        for folder in ('tools', 'configs'):
            shutil.rmtree(self.root / folder)
        self.assertNotIn('MM503', self.last('examples'))

    def test_a_config_that_is_only_inferred_with(self):
        """init_detector builds the model in one process, whatever train.py may take."""
        self.write({'configs/a.py': self.CONFIG, 'tools/train.py': TRAINS, 'tools/run.sh':
                    'torchrun --nproc_per_node 2 tools/train.py $1 --launcher pytorch\n',
                    'tools/data/detector.py': LEAF.split('\n', 1)[1]})
        self.assertEqual(['MM102', 'MM301'], [code for code, _ in self.codes('tools/data/detector.py')])
        calls = "from mmdet.apis import init_detector\n\nmodel = init_detector('{}', 'toy.pth')\n"
        for name in ('tools/data/detector.py', 'detector.py'):
            self.write({'tools/data/propose.py': calls.format(name)})
            self.assertEqual([], self.codes('tools/data/detector.py'), name)
        self.write({'tools/data/propose.py': calls.format('other.py')})
        self.assertEqual(['MM102', 'MM301'], [code for code, _ in self.codes('tools/data/detector.py')])

    def test_what_only_tests_load(self):
        self.write({'tests/data/a.py': "_base_ = './gone.py'\nmodel = dict(type='Toy')\n"})
        self.assertEqual([('MM002', 'info')], self.codes('.'))
        self.assertEqual([('MM002', 'info')], self.codes('tests'))
        self.write({'configs/a.py': "_base_ = '../tests/data/a.py'\n"})
        self.assertEqual([('MM002', 'error')], self.codes('.'))

    def test_a_loop_without_a_runner(self):
        """Only a Runner reads model_wrapper_cfg; the backend is what the script hands on."""
        loop = TRAIN.replace('from mmengine.runner import Runner', 'import torch').replace(
            'Runner.from_cfg(cfg).train()', """model = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
for _ in range(3):
    model(torch.rand(4, 2)).sum().backward()
    optimizer.step()
""").format(imports='', group='')
        bare = LEAF.split('\n', 1)[1] + RUNTIME.replace('gloo', 'nccl')
        self.write({'configs/a.py': bare, 'tools/train.py': loop})
        self.assertEqual([('MM101', 'warning')], self.codes('configs'))
        self.assertNotIn('nothing here starts', self.last('configs'))
        self.write({'tools/train_runner.py': TRAINS})
        self.assertIn(('MM301', 'warning'), self.codes('configs'))

    def test_a_launch_script_outside_of_what_was_passed(self):
        self.write({'configs/a.py': self.CONFIG,
                    'run.sh': 'torchrun /opt/mmtoy/train.py configs/a.py --launcher pytorch\n'})
        self.assertEqual([('MM201', 'error')], self.codes('configs'))

    def test_imports_that_nobody_can_see(self):
        imports = "custom_imports = dict(imports=['{}'], allow_failed_imports=False)\n"
        self.write({'configs/a.py': self.CONFIG + imports.format('elsewhere.start')})
        report = self.check('.')
        self.assertEqual(['MM201'], [d['code'] for d in report['diagnostics']])
        self.assertIn('elsewhere.start', ' '.join(report['diagnostics'][0]['notes']))
        self.write({'configs/a.py': self.CONFIG + imports.format('toy_start'), 'toy_start.py':
                    "import torch.distributed as dist\n\n\ndef start():\n    dist.init_process_group('gloo')\n"})
        self.assertEqual([('MM201', 'info')], self.codes('configs'))
        self.write({'toy_start.py': "import torch.distributed as dist\n\ndist.init_process_group('gloo')\n"})
        self.assertTrue(self.last('configs').startswith('All clean'), self.last('configs'))

    def test_a_key_that_decides_and_is_not_known(self):
        self.write({'configs/a.py': "launcher = 'none'\n" + LEAF.split('\n', 1)[1] + WRAPPER +
                    "env_cfg = dict(dist_cfg=dict(backend=open('/nowhere').read()))\n"})
        self.assertNotIn('All clean', self.mmlint('check', '.'))


class Kinds(Agreement):
    """What is taken for a config: docs/reference.md, "Which file is what"."""

    def configs(self, *arguments):
        return self.check(*arguments)['summary']['configs']

    def test_what_is_none(self):
        config = "train_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\nmodel = dict()\n"
        for name, text in {
                'configs/__init__.py': "version = '1'\n",
                'configs/types.py': 'class Box:\n    pass\n',
                'work_dirs/toy/toy.py': config,
                'work_dirs/toy/20240101_000000/vis_data/config.py': config}.items():
            self.write({name: text})
            self.assertEqual(0, self.configs('.'), name)
            self.assertEqual(1, self.configs('--kind', 'config', name), name)

    def test_the_copy_beside_a_run(self):
        """Runner writes one into every work_dir, whatever that is called; a config that was never run stays one."""
        config = "train_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\nmodel = dict()\n"
        self.write({'exp/toy/toy.py': config, 'exp/other/toy.py': config})
        self.assertEqual(2, self.configs('.'))
        self.write({'exp/toy/20240101_000000/vis_data/config.py': config})
        self.assertEqual(1, self.configs('.'))
        self.assertEqual(1, self.configs('--kind', 'config', 'exp/toy/toy.py'))

    def test_what_another_loader_reads(self):
        for line in ('from detectron2.config import LazyCall as L', 'from yacs.config import CfgNode as CN',
                     'import ml_collections', 'from omegaconf import OmegaConf'):
            self.write({'configs/a.py': line + '\nmodel = dict()\ntrain_dataloader = dict()\n'})
            self.assertEqual(0, self.configs('.'), line)
            self.assertEqual(1, self.configs('--kind', 'config', 'configs/a.py'), line)
        self.write({'configs/a.py': line + "\n_base_ = []\nmodel = dict()\n"})
        self.assertEqual(1, self.configs('.'))

    def test_plain_python(self):
        """What calls what it imports is read by code of the project: MMEngine imports nothing that can be called."""
        plain = ('from toy.trainer import (\n    AdamConfig as Adam,\n    TrainerConfig)\n\nwork_dir = "out"\n'
                 'trainer = TrainerConfig(optim=Adam(lr=1))\n')
        self.write({'configs/a.py': plain})
        self.assertEqual(0, self.configs('.'))
        self.write({'configs/a.py': 'import toy.trainer as t\n\noptim = t.Adam(lr=1)\n'})
        self.assertEqual(0, self.configs('.'))
        for config in ('import os.path as osp\n\ndata_root = osp.join("data", "toy")\n',
                       'from toy import Net\n\nmodel = dict(type=Net)\n',
                       plain + 'model = dict()\n', 'from toy import Net\n\nmodel = Net()\n',
                       plain.replace('work_dir = "out"', '_base_ = []')):
            self.write({'configs/a.py': config})
            self.assertEqual(1, self.configs('.'), config)

    def test_a_script_with_names_of_the_runner(self):
        """It trains by itself, whatever it calls its model, its launcher and its folder."""
        names = "from torch.nn import Linear\n\nmodel = Linear(2, 1)\nwork_dir = 'out'\n"
        self.write({'train.py': names + 'class Net(Linear):\n    pass\n'})
        self.assertEqual(0, self.configs('.'))
        self.write({'train.py': names + "import torch\ntorch.distributed.init_process_group('gloo')\n"})
        self.assertEqual(0, self.configs('.'))
        self.write({'train.py': names.replace('Linear(2, 1)', 'dict(type=Linear)')})
        self.assertEqual(1, self.configs('.'))

    def test_a_module_of_the_project(self):
        self.write({'toy/config/defaults.py': "lr = 1\n"})
        self.assertEqual(1, self.configs('.'))
        for line in ('from toy.config import defaults', 'import toy.config.defaults as d',
                     'from toy.config.defaults import lr', 'def load():\n    from toy.config import defaults',
                     'try:\n    from toy.config.defaults import lr\nexcept ImportError:\n    lr = 2'):
            self.write({'train.py': line + '\n'})
            self.assertEqual(0, self.configs('.'), line)
        self.write({'toy/train.py': 'from .config.defaults import lr\n', 'train.py': ''})
        self.assertEqual(0, self.configs('.'))
        self.write({'toy/config/a.py': "_base_ = './defaults.py'\n"})
        self.assertEqual(2, self.configs('.'))

    def test_a_module_with_keys_of_the_runner(self):
        """A script that imports it reads its values; it is a config again if somebody may load it."""
        self.write({'settings.py': "model = None\ntrain_cfg = {}\n"})
        self.assertEqual(1, self.configs('.'))
        self.write({'train.py': 'from settings import model\n'})
        self.assertEqual(0, self.configs('.'))
        self.write({'run.sh': 'python other.py settings.py\n'})
        self.assertEqual(1, self.configs('.'))
        self.write({'run.sh': '', 'more.py': "load('settings.py')\n"})
        self.assertEqual(1, self.configs('.'))
        self.write({'more.py': '', 'a.py': "_base_ = 'settings.py'\n"})
        self.assertEqual(2, self.configs('.'))


if __name__ == '__main__':
    unittest.main()
