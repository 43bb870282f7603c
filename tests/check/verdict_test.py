"""How bad a finding is follows from what a run would do, whatever the rule; and "All clean" is said only of what is
proven. README.md, docs/reference.md ("Severity", "What is not decided")."""

import unittest

from agreement_test import RUNTIME, WRAPPER, Agreement

TRAINS = """net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(1, 1))
net(torch.ones(1, 1)).sum().backward()
"""
IMPORTS = 'import argparse\nimport os\n\nimport torch\nimport torch.distributed as dist\n\n'
START = IMPORTS + "dist.init_process_group('gloo')\nnet = torch.nn.Linear(1, 1)\n"
OPTION = """parser = argparse.ArgumentParser()
parser.add_argument('--backend', default='nccl')
args = parser.parse_args()
dist.init_process_group(args.backend)
"""
CONFIG = """model = dict(type='Toy', head=dict(type='Head'))
train_dataloader = train_cfg = optim_wrapper = dict(type='Toy')
launcher = 'none'
work_dir = 'runs'
"""
HEAD = """import torch
from mmengine.registry import MODELS


{}class {}(torch.nn.Module):

    def forward(self, x):
        return x.cuda()
"""


class Severity(Agreement):

    def levels(self, *arguments):
        return [(code, severity) for _, _, code, severity in self.found(*arguments or ['.'])]

    def test_a_default_that_fails(self):
        """It is an error where a known start uses it."""
        self.write({'train.py': IMPORTS + OPTION + TRAINS})
        self.assertEqual([('MM504', 'warning')], self.levels())
        self.write({'run.sh': 'torchrun --nproc_per_node=2 train.py\n'})
        self.assertEqual([('MM504', 'error')], self.levels())
        self.assertEqual([('MM504', 'error')], self.levels('train.py'))
        given = 'torchrun --nproc_per_node=2 train.py --backend gloo\n'
        for more in ('', given.replace('gloo', 'gloo "$@"'), given.replace('--backend gloo', '--backend=gloo')):
            self.write({'run.sh': given + more})
            self.assertEqual([('MM504', 'info')], self.levels(), more)
        self.write({'run.sh': given + 'torchrun --nproc_per_node=2 train.py\n'})
        self.assertEqual([('MM504', 'error')], self.levels())

    def test_a_default_of_a_subcommand(self):
        """What set_defaults(func=...) keeps is no option that a start could leave off."""
        two = IMPORTS + (
            "def train(args):\n    dist.init_process_group(args.backend)\n    run()\n"
            "def test(args):\n    dist.init_process_group('gloo')\n"
            "def run():\n" + ''.join(f'    {line}\n' for line in TRAINS.splitlines()) +
            "parser = argparse.ArgumentParser()\ncommands = parser.add_subparsers()\n"
            "one = commands.add_parser('train')\none.add_argument('--backend', default='nccl')\n"
            "one.set_defaults(func=train)\ncommands.add_parser('test').set_defaults(func=test)\n"
            "args = parser.parse_args()\nargs.func(args)\n")
        start = 'torchrun --nproc_per_node=2 train.py train'
        self.write({'train.py': two, 'run.sh': start + ' --backend gloo\n'})
        self.assertEqual([('MM504', 'info')], self.levels())
        self.write({'run.sh': start + '\n'})
        self.assertNotIn(('MM504', 'info'), self.levels())
        self.assertIn('MM504', [code for code, _ in self.levels()])

    def test_what_no_known_start_gets_to(self):
        """A branch that all starts of the project leave out is information; what they set is known."""
        branch = ("parser = argparse.ArgumentParser()\nparser.add_argument('--device')\nargs = parser.parse_args()\n"
                  "dist.init_process_group('gloo')\n"
                  "if args.device == 'cuda' or os.environ.get('PLACE', 'cuda') == 'cuda':\n"
                  "    torch.cuda.synchronize()\n")
        self.write({'train.py': IMPORTS + branch + TRAINS})
        self.assertEqual([('MM509', 'warning')], self.levels())
        start = 'torchrun --nproc_per_node=2 train.py'
        for run, severity in ((f'PLACE=cpu {start} --device cpu\n', 'info'), (f'PLACE=cpu {start}\n', 'info'),
                              (f'PLACE=cpu {start} --device cpu\n{start} --device cuda\n', 'error'),
                              (f'PLACE=cpu {start} --device cuda\n', 'error'),
                              (f'PLACE=cpu {start} --device "$1"\n', 'warning'),
                              (f'PLACE=cpu {start} "$@"\n', 'warning')):
            with self.subTest(run):
                self.write({'run.sh': run})
                self.assertEqual([('MM509', severity)], self.levels())

    def test_a_group_that_fails_and_is_swallowed(self):
        swallowed = "try:\n    dist.init_process_group('nccl')\nexcept Exception as error:\n    {}\n"
        self.write({'train.py': IMPORTS + swallowed.format('print(error)') + TRAINS})
        self.assertEqual([('MM504', 'error')], self.levels())
        self.write({'train.py': IMPORTS + swallowed.format("dist.init_process_group('gloo')") + TRAINS})
        self.assertEqual([('MM504', 'info')], self.levels())

    def test_a_backend_that_nobody_starts(self):
        """MMEngine makes no group where one exists."""
        self.write({'train.py': IMPORTS + """from mmengine.config import Config
from mmengine.runner import Runner

dist.init_process_group('gloo')
cfg = Config.fromfile('configs/a.py')
cfg.launcher = 'pytorch'
cfg.env_cfg.dist_cfg.backend = 'eccl'
Runner.from_cfg(cfg).train()
""", 'configs/a.py': CONFIG.replace("'none'", "'pytorch'") + RUNTIME + WRAPPER})
        self.assertEqual([('MM504', 'info')], self.levels('train.py'))

    def test_what_trains_nothing(self):
        fails = "torch.cuda.set_device(0)\ndist.init_process_group('nccl')\n"
        self.write({'tools/diagnose.py': IMPORTS + fails})
        self.assertEqual([('MM501', 'info'), ('MM504', 'info')], self.levels())
        self.assertNotIn('nothing has to change', self.mmlint('check', '.'))
        self.assertNotIn('不需要修改', self.mmlint('check', '.', '--lang', 'zh'))
        self.write({'train.py': IMPORTS + 'import tools.diagnose\n' + TRAINS})
        self.assertEqual([('MM501', 'error'), ('MM504', 'error')], self.levels())

    def test_a_package_that_needs_a_driver(self):
        """pynvml can be imported anywhere; its first call needs the driver of NVIDIA."""
        begin = IMPORTS + "import pynvml\ndist.init_process_group('gloo')\n"
        call = "try:\n    pynvml.nvmlInit()\nexcept pynvml.NVMLError:\n    print('no card')\n"
        for more, severities in (('', ['info']), (call, ['info']), ('pynvml.nvmlInit()\n', ['error', 'info'])):
            self.write({'train.py': begin + more + TRAINS})
            self.assertEqual([('MM551', severity) for severity in severities], sorted(self.levels()), more)

    def test_what_only_tests_reach(self):
        self.write({'lib/move.py': 'def moved(x):\n    return x.cuda()\n',
                    'tests/test_move.py': IMPORTS + 'from lib.move import moved\n\n\n'
                                                    'def test_moved():\n    moved(torch.ones(1))\n'})
        self.assertEqual([('MM509', 'info')], self.levels())
        self.write({'train.py': IMPORTS + 'from lib.move import moved\n\n'
                                'dist.init_process_group("gloo")\nmoved(torch.ones(1))\n' + TRAINS})
        self.assertEqual([('MM509', 'error')], self.levels())

    def test_what_a_registry_builds(self):
        """A class is reached by the configs that name it, however it is registered."""
        ways = [HEAD.format('@MODELS.register_module()\n', 'Head'),
                HEAD.format("@MODELS.register_module(name=['Other', 'Head'])\n", 'Other'),
                HEAD.format('', 'Head') + '\n\nMODELS.register_module(module=Head)\n',
                HEAD.format('', 'Other') + "\n\nMODELS.register_module(name='Head', module=Other)\n",
                HEAD.format('', 'Head') + '\n\nMODELS.register_module()(Head)\n']
        for way in ways:
            with self.subTest(way):
                self.write({'configs/a.py': CONFIG, 'toy/head.py': way})
                self.assertEqual([('MM509', 'error')], self.levels())
                self.assertEqual([('MM509', 'error')], self.levels('toy'))
                self.write({'configs/a.py': CONFIG.replace('Head', 'Body')})
                self.assertEqual([('MM509', 'info')], self.levels())
        self.write({'configs/a.py': CONFIG, 'toy/head.py': HEAD.format('', 'Head')})
        self.assertEqual([('MM509', 'info')], self.levels())
        moves = HEAD.format('@MODELS.register_module()\n', 'Head').replace('forward(self, x)', 'cuda(self, device=None)')
        moves = moves.replace('x.cuda()', 'super().cuda(device)')
        for text in (moves, moves.replace('    def cuda', '    def forward(self, x):\n        return x\n\n    def cuda')):
            self.write({'toy/head.py': text})
            self.assertEqual([('MM509', 'info')], self.levels())

    def test_what_configs_give_decides(self):
        """A class that a registry builds is given what all configs that name it say, else its defaults."""
        head = """import torch
from mmengine.registry import MODELS


@MODELS.register_module()
class Head(torch.nn.Module):

    def __init__(self, width=4, class_weight=None, **kwargs):
        super().__init__()
        self.weight = None
        if class_weight is not None:
            self.weight = torch.as_tensor(class_weight).cuda()
"""
        own = "model = dict(type='Toy', head=dict(type='Head', {}))\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\nlauncher = 'none'\n"
        builds = 'def build(cfg, MODELS):\n    {}\n'
        self.write({'toy/head.py': head, 'configs/a.py': own.format('width=8')})
        self.assertEqual([('MM509', 'info')], self.levels())
        for name, text in (
                ('configs/b.py', own.format('class_weight=[1.0, 2.0]')),
                ('configs/b.py', own.format('width=4') + "model['head'].update(class_weight=[1.0])\n"),
                ('toy/parent.py', builds.format('cfg.head.class_weight = [1.0]')),
                ('toy/parent.py', builds.format('return MODELS.build(cfg, default_args=dict(class_weight=[1.0]))')),
                ('toy/parent.py', builds.format("return MODELS.build(dict(type='Head', class_weight=[1.0]))")),
                ('toy/parent.py', builds.format('return Head(4, [1.0])')),
                ('toy/parent.py', 'from toy.head import Head\n\n\nclass Body(Head):\n    pass\n')):
            with self.subTest(text):
                self.write({name: text})
                self.assertEqual([('MM509', 'warning')], self.levels())
                self.write({name: own.format('width=8') if name.startswith('configs') else ''})
                self.assertEqual([('MM509', 'info')], self.levels())


class Programs(Agreement):
    """What a script does is known through its helpers."""

    def test_a_device_is_given_as_a_backend_is(self):
        """By an option: the default, or what a launch script passes."""
        moves = "parser = argparse.ArgumentParser()\nparser.add_argument('--device', default='{}')\n" \
                "args = parser.parse_args()\nx = torch.ones(1, 1).to(args.device)\ndist.init_process_group('gloo')\n"
        start = 'torchrun --nproc_per_node=2 train.py'
        for default, run, found in (
                ('cuda', '', [('train.py', 'warning')]), ('cuda', start, [('train.py', 'error')]),
                ('cuda', start + ' --device cpu', [('train.py', 'info')]), ('cpu', start, []),
                ('cpu', start + ' --device cuda:0', [('run.sh', 'error')])):
            with self.subTest(f'{default}: {run}'):
                self.write({'train.py': IMPORTS + moves.format(default) + TRAINS, 'run.sh': run + '\n'})
                self.assertEqual(found, [(path, severity) for path, _, _, severity in self.found('.')])

    def test_a_recursive_helper_changes_what_it_writes(self):
        """It may set the type of each norm_cfg, and nothing in the wrapper."""
        self.write({'lib/norms.py': """def replace(node):
    if isinstance(node, dict):
        if 'norm_cfg' in node:
            node['norm_cfg']['type'] = 'BN'
        for child in node.values():
            replace(child)
    elif isinstance(node, list):
        for child in node:
            replace(child)
""", 'train.py': IMPORTS + """from lib.norms import replace
from mmengine.config import Config
from mmengine.runner import Runner

dist.init_process_group('gloo')
cfg = Config.fromfile('configs/a.py')
cfg.launcher = 'pytorch'
cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=[0])
replace(cfg)
Runner.from_cfg(cfg).train()
""", 'configs/a.py': CONFIG + RUNTIME})
        self.assertEqual(['MM506'], [place[2] for place in self.found('train.py')])
        text = (self.root / 'train.py').read_text()
        self.write({'train.py': text.replace('device_ids=[0]', 'device_ids=None')})
        self.assertEqual([], self.found('train.py'))

    def test_a_finding_names_what_stands_there(self):
        self.write({'train.py': IMPORTS + "dist.init_process_group('gloo')\ninputs = torch.ones(1, 1)\n"
                                          "inputs.to('cuda', non_blocking=True)\n"
                                          "[batch.cuda() for batch in inputs]\n" + TRAINS})
        messages = [finding['message'] for finding in self.check('.')['diagnostics']]
        self.assertEqual(["inputs.to('cuda', non_blocking=True) asks for CUDA on gcu", 'batch.cuda() asks for CUDA on gcu'],
                         messages)


class LastLine(Agreement):

    def clean(self, *arguments):
        return 'All clean' in self.mmlint('check', *arguments)

    def test_a_device_that_nobody_knows(self):
        for device, found in (('place()', True), ("os.environ['DEVICE']", True), ("os.environ['LOCAL_RANK']", False), ("'cpu'", False)):
            with self.subTest(device):
                place = 'from orchard import place\n' if 'place' in device else ''
                self.write({'train.py': START + f'{place}net.to({device})\n' + TRAINS})
                self.assertEqual(found, f'Not decided: {device} is not known in train.py.' == self.last('.'))
                self.assertEqual(device == "'cpu'", self.clean('.'))

    def test_a_device_that_the_user_gives(self):
        """What libraries for options and files give; as in other people's scripts."""
        given = {
            'import sys\ndevice = sys.argv[1]\n': 'device',
            "import json\ncfg = json.load(open('run.json'))\n": "cfg['train']['device']",
            "import yaml\ncfg = yaml.safe_load(open('run.yaml'))\n": "torch.device(cfg['device'])",
            "from omegaconf import OmegaConf\ncfg = OmegaConf.load('run.yaml')\n": 'cfg.device',
            "from absl import flags\nFLAGS = flags.FLAGS\nflags.DEFINE_string('device', 'cuda', '')\n": 'FLAGS.device',
            'from transformers import HfArgumentParser\n'
            '(args,) = HfArgumentParser(Options).parse_args_into_dataclasses()\ndevice = args.device\n': 'device'}
        for lines, device in given.items():
            with self.subTest(device):
                self.write({'train.py': START + f'{lines}net.to({device})\n' + TRAINS})
                self.assertIn('is not known in train.py.', self.last('.'))
                self.assertFalse(self.clean('.'))
        self.write({'train.py': START + "import yaml\nwith open('run.yaml') as file:\n    cfg = yaml.safe_load(file)\n"
                                          "net.to(cfg['device'])\n" + TRAINS, 'run.yaml': 'device: cpu\n'})
        self.assertTrue(self.clean('.'))
        self.write({'run.yaml': 'device: cuda\n'})
        self.assertEqual(['MM509'], [place[2] for place in self.found('.')])
        self.write({'train.py': START + 'def move(x, y):\n    return x.to(y.device)\n\nmove(net, torch.ones(1))\n' + TRAINS})
        self.assertTrue(self.clean('.'))

    def test_what_an_option_writes(self):
        """What it would make of a config is a question only where somebody gives it."""
        self.write({'configs/a.py': CONFIG + RUNTIME + WRAPPER, 'train.py': """import argparse

from mmengine.config import Config
from mmengine.runner import Runner
from orchard import augmented

parser = argparse.ArgumentParser()
parser.add_argument('config')
parser.add_argument('--tta', action='store_true')
args = parser.parse_args()
cfg = Config.fromfile(args.config)
if args.tta:
    cfg.model = augmented(cfg.model)
Runner.from_cfg(cfg).train()
"""})
        self.assertTrue(self.clean('.'))
        for words, clean in (('configs/a.py', True), ('configs/a.py "$@"', True), ('configs/a.py --tta', False)):
            self.write({'run.sh': f'python train.py {words}\n'})
            self.assertEqual(clean, self.clean('.'), words)
        self.assertEqual('Not decided: model is not known in configs/a.py.', self.last('.'))
        self.write({'alike.py': (self.root / 'train.py').read_text()})  # that nobody starts so
        self.assertEqual('Not decided: model is not known in configs/a.py.', self.last('.'))

    def test_a_backend_that_nobody_knows(self):
        self.write({'train.py': IMPORTS + 'from settings import backend\n\ndist.init_process_group(backend())\n' + TRAINS})
        self.assertEqual('Not decided: init_process_group(backend=...) is not known in train.py.', self.last('.'))
        self.assertFalse(self.clean('.'))
        self.write({'settings.py': "def backend():\n    return 'gloo'\n"})
        self.assertTrue(self.clean('.'))
        self.write({'train.py': IMPORTS + OPTION.replace(", default='nccl'", '') + TRAINS})
        self.assertFalse(self.clean('.'))

    def test_a_group_that_something_unknown_decides(self):
        script = IMPORTS + """from settings import load

if load('run.toml').distributed:
    dist.init_process_group('gloo')
""" + TRAINS
        self.write({'train.py': script, 'run.sh': 'torchrun --nproc_per_node=2 train.py\n'})
        self.assertEqual('Not decided: what decides if the processes of train.py make a group is not known.', self.last('.'))
        self.write({'run.sh': 'python train.py\n'})
        self.assertTrue(self.clean('.'))
        known = script.replace('from settings import load\n', '')
        self.write({'train.py': known.replace("if load('run.toml').distributed", 'if dist.is_available()'),
                    'run.sh': 'torchrun --nproc_per_node=2 train.py\n'})
        self.assertTrue(self.clean('.'))

    def test_rules_that_are_left_out(self):
        self.write({'configs/a.py': CONFIG.replace("'none'", "'pytorch'") + RUNTIME})
        self.assertFalse(self.clean('.', '--select', 'MM101'))
        self.assertIn('leave out rules that report errors', self.last('.', '--select', 'MM101'))
        self.assertFalse(self.clean('.', '--ignore', 'MM301,MM201'))

    def test_what_comments_ignore(self):
        self.write({'configs/a.py': CONFIG + "optim_wrapper = dict(type='AmpOptimWrapper')  # mmlint: ignore[MM402]\n"})
        self.assertEqual('Not decided: comments ignore what was found.', self.last('.'))
        self.write({'configs/a.py': CONFIG})
        self.assertTrue(self.clean('.'))

    def test_what_is_open_never_changes_the_exit_code(self):
        self.write({'configs/a.py': "_base_ = []\nimport os\n" + CONFIG + "env_cfg = dict(dist_cfg=dict(backend=os.environ['B']))\n",
                    'train.py': IMPORTS + 'from settings import backend\n\ndist.init_process_group(backend())\n' + TRAINS})
        self.assertTrue(self.last('.').startswith('Not decided: '))
        self.assertEqual(0, self.code('check', '.'))


if __name__ == '__main__':
    unittest.main()
