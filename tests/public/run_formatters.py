"""What a comment suppresses stays suppressed after yapf and black have formatted the file, whatever lines they move the
comment to. Both come from the package index and are kept below the build folder."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import packages

FORMATTERS = ('black==26.1.0', 'yapf==0.43.0')
OPENMMLAB = '{based_on_style: pep8, blank_line_before_nested_class_or_def: true, ' \
            'split_before_expression_after_opening_paren: true, column_limit: %d}'
WIDTHS = (30, 79, 300)

# Each has a comment at another place of its statement, and one finding that no comment suppresses.
CONFIGS = {
    'behind': "env_cfg = dict(cudnn_benchmark=True, dist_cfg=dict(backend='nccl'))  # mmlint: ignore[MM101]\n",
    'inside': "env_cfg = dict(dist_cfg=dict(\n backend='nccl'),  # mmlint: ignore[MM101] so\n a=1)\n",
    'first line': "env_cfg = dict(  # mmlint: ignore[MM101]\n cudnn_benchmark=True, dist_cfg=dict(backend='nccl'))\n",
    'last line': "env_cfg = {'a': 1, 'dist_cfg': dict(backend='nccl',\n ) # mmlint: ignore[MM101]\n}\n",
    'alone inside': "env_cfg = dict(cudnn_benchmark=True,\n # mmlint: ignore[MM101]\n dist_cfg=dict(backend='nccl'))\n",
    'above': "import os\n# mmlint: ignore[MM101]\nenv_cfg = dict(a=1, dist_cfg=dict(backend='nccl'))\n",
    'behind another': "env_cfg = dict(a=1, dist_cfg=dict(backend='nccl'))  # noqa: E501  # mmlint: ignore[MM101]\n",
    'file': "# mmlint: ignore-file[MM101]\nenv_cfg = dict(cudnn_benchmark=True, dist_cfg=dict(backend='nccl'))\n",
}
REST = ("model = dict(type='Plum', backbone=dict(type='Net', norm_cfg=dict(type='SyncBN', requires_grad=True)))\n"
        'train_dataloader = dict(batch_size=2)\n'
        "model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)\n")
SCRIPT = '''import torch
def a(first, second): torch.cuda.set_device(first.some.long_name)  # mmlint: ignore[MM501]
class B:
    # mmlint: ignore[MM501]
    @staticmethod
    def b(one=1, value=torch.cuda.set_device(0)): return value
    def c(self, value):
        # mmlint: ignore[MM501] because
        torch.cuda.set_device(self.first_of_the_names.second_of_the_names(value, 'and some text'))
        if value: torch.cuda.set_device(self.first_of_the_names.second_of_the_names(value)) # mmlint: ignore[MM501]
        torch.cuda.set_device(
            0 # mmlint: ignore[MM501]
        )
        torch.cuda.set_device(1)
a(1, 2)
B.b()
B().c(1)
'''


TEXTS = {f'configs/{name.replace(" ", "_")}.py': written + REST for name, written in CONFIGS.items()}
TEXTS['train.py'] = SCRIPT


def programs():
    """A Python in a venv of its own that can run black and yapf."""
    with packages.locked('formatters'):
        folder, stamp = packages.root() / 'formatters', f'{sys.version} {FORMATTERS}'
        python = folder / 'bin' / 'python'
        if not packages.stamped(folder, stamp):
            packages.fresh(folder)
            packages.run(sys.executable, '-m', 'venv', '--without-pip', folder)
            packages.run(sys.executable, '-m', 'pip', '--python', python, 'install', '--quiet', '--only-binary',
                         ':all:', *FORMATTERS)
            (folder / 'stamp').write_text(stamp)
        return python


class Formatters(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.python = programs()

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix='mmlint-formatters-')
        self.addCleanup(temporary.cleanup)
        self.top = Path(temporary.name).resolve()

    def write(self, texts):
        for path, text in texts.items():
            (self.top / path).parent.mkdir(exist_ok=True)
            (self.top / path).write_text(text)

    def formatted(self):
        """Formats all files anew by each formatter for each width, and yields how."""
        yield 'as written'
        for width in WIDTHS:
            for name, *options in (('black', '-q', '-l', str(width)), ('black', '-q', '-C', '-l', str(width)),
                                   ('yapf', '-i', '--style', OPENMMLAB % width)):
                self.write(TEXTS)
                subprocess.run([self.python, '-m', name, *options, *TEXTS], cwd=self.top, check=True)
                yield f'{name} {" ".join(options)}'

    def found(self):
        """The codes of the findings, by file."""
        command = [os.environ['MMLINT'], 'check', '.', '--root', '.', '--target', 'gcu', '--format', 'json',
                   '--select', 'MM011,MM101,MM401,MM501']
        done = subprocess.run(command, cwd=self.top, capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        codes = {path: [] for path in TEXTS}
        for finding in json.loads(done.stdout)['diagnostics']:
            codes[finding['path']].append(finding['code'])
        return codes

    def test_what_is_suppressed(self):
        self.write(TEXTS)
        moved = 0
        for how in self.formatted():
            for path, codes in self.found().items():
                text = (self.top / path).read_text()
                with self.subTest(how, path=path, text=text):
                    self.assertEqual(codes, ['MM501'] if path == 'train.py' else ['MM401'])
                moved += any('nccl' in line and 'mmlint' not in line for line in text.splitlines())
        self.assertGreater(moved, len(CONFIGS), 'the comments stand on the lines of the findings')

    def test_without_comments(self):
        """All of it is found where nothing suppresses it."""
        self.write({path: text.replace('mmlint:', '') for path, text in TEXTS.items()})
        for path, codes in self.found().items():
            with self.subTest(path):
                self.assertEqual(sorted(codes), ['MM501'] * 6 if path == 'train.py' else ['MM101', 'MM401'])


if __name__ == '__main__':
    unittest.main()
