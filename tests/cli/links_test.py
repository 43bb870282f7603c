"""A script that symlinks lead to as well is judged once and written once."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import binary

SCRIPT = """\
import torch.distributed as dist
from mmengine.runner import Runner
dist.init_process_group('nccl')
Runner.from_cfg(dict(launcher='pytorch'))
"""
CONFIG = """\
model = dict(type='M')
train_dataloader = dict()
env_cfg = dict(dist_cfg=dict(backend='nccl'))
"""


def make(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def link(root, name, target):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


class Links(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-')
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve() / 'project'
        make(self.root, 'mmlint.toml', '')

    def run_mmlint(self, *arguments):
        return subprocess.run([binary.MMLINT, *arguments], cwd=self.root, capture_output=True, text=True, check=False)

    def places(self, *paths):
        out = self.run_mmlint('check', *paths, '--format', 'concise', '--select', 'MM504,MM601').stdout
        return sorted(line.split(': ')[0] for line in out.splitlines() if ': error MM' in line)

    def test_script(self):
        make(self.root, 'tools/train.py', SCRIPT)
        link(self.root, 'a/train.py', '../tools/train.py')
        link(self.root, 'z/other.py', '../tools/train.py')
        self.assertEqual(['tools/train.py:3:25'], self.places('.'))
        self.assertEqual(['a/train.py:3:25'], self.places('a'))
        self.assertEqual(['tools/train.py:3:25'], self.places('a/train.py', 'tools/train.py'))
        fixed = self.run_mmlint('fix', '.', '--select', 'MM504')
        self.assertEqual((0, ''), (fixed.returncode, fixed.stderr))
        backend = "'nccl' if torch.cuda.is_available() else 'gloo'"
        self.assertEqual('import torch\n' + SCRIPT.replace("'nccl'", backend),
                         (self.root / 'tools/train.py').read_text())
        self.assertTrue((self.root / 'a/train.py').is_symlink())

    def test_what_starts_the_link(self):
        make(self.root, 'tools/train.py', """\
import argparse
from mmengine.config import Config
from mmengine.runner import Runner
parser = argparse.ArgumentParser()
parser.add_argument('--launcher', default='none')
args = parser.parse_args()
cfg = Config.fromfile('configs/a.py')
cfg.launcher = args.launcher
Runner.from_cfg(cfg).train()
""")
        make(self.root, 'run.sh', '#!/bin/bash\ntorchrun --nproc_per_node=2 a/train.py --launcher pytorch\n')
        link(self.root, 'a/train.py', '../tools/train.py')
        out = self.run_mmlint('check', '.', '--format', 'concise', '--select', 'MM503').stdout
        self.assertEqual('tools/train.py:9:1: error MM503 ', out[:32])
        self.assertEqual(1, out.count(': error MM'))

    def test_config(self):
        """By each path it may inherit something else."""
        make(self.root, 'configs/x/a.py', CONFIG)
        link(self.root, 'configs/y/a.py', '../x/a.py')
        fixed = self.run_mmlint('fix', '.', '--select', 'MM101')
        self.assertEqual((0, ''), (fixed.returncode, fixed.stderr))
        self.assertEqual(CONFIG.replace('nccl', 'gloo'), (self.root / 'configs/x/a.py').read_text())

    def test_one_change(self):
        """A file that several paths lead to is one change: of the diff, of the report, of what is counted."""
        make(self.root, 'configs/x/b.py', CONFIG)
        link(self.root, 'configs/x/a.py', 'b.py')
        link(self.root, 'configs/y/a.py', '../x/b.py')
        subprocess.run(['git', 'init', '-q'], cwd=self.root, check=True)
        shown = self.run_mmlint('fix', '--diff', '.', '--select', 'MM101')
        self.assertEqual(['--- a/configs/x/b.py'], [line for line in shown.stdout.splitlines() if line[:3] == '---'])
        self.assertIn('in 1 file', shown.stderr)
        subprocess.run(['git', 'apply'], cwd=self.root, input=shown.stdout, text=True, check=True)
        self.assertEqual(CONFIG.replace('nccl', 'gloo'), (self.root / 'configs/x/b.py').read_text())
        make(self.root, 'configs/x/b.py', CONFIG)
        by_link = self.run_mmlint('fix', '--diff', 'configs/y', '--select', 'MM101')
        self.assertEqual(shown.stdout, by_link.stdout)
        fixed = self.run_mmlint('fix', '.', '--select', 'MM101', '--format', 'json')
        self.assertEqual([{'path': 'configs/x/b.py', 'created': False}], json.loads(fixed.stdout)['changes'])
        self.assertTrue((self.root / 'configs/x/a.py').is_symlink())

    def test_text_of_others(self):
        """Of what lies outside of the project, other Python files excepted, no word is printed in any format."""
        secrets = {'token': 'ghp_16C7e42F\n', 'key.yaml': 'key: ghp_16C7e42F\n b: [\n',
                   'key.json': '{"a": ghp_16C7e42F}\n', 'env': 'TOKEN = ghp_16C7e42F\n', 'twice': "ghp_16C7e42F = '\n"}
        for name, text in secrets.items():
            make(self.root.parent, name, text)
            link(self.root, f'configs/linked_{name}.py', self.root.parent / name)
        make(self.root, 'configs/inherits.py', "_base_ = ['../../key.yaml', '../../key.json']\n")
        for form in ('text', 'concise', 'json', 'jsonl', 'github'):
            for command in ('check', 'fix'):
                with self.subTest(f'{command} {form}'):
                    done = self.run_mmlint(command, '.', '--format', form)
                    self.assertIn('linked_token.py', done.stdout)
                    self.assertNotIn('ghp', done.stdout + done.stderr)


if __name__ == '__main__':
    unittest.main(verbosity=2)
