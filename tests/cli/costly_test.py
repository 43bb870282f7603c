"""Small inputs that ask for much work: none takes more than 5 s of CPU, 300 MB, or 500 MB of addresses."""

import collections
import json
import os
import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

import binary

SECONDS, RESIDENT, ADDRESSES = 5, 300 << 20, 500 << 20
TRAIN = {'train.py': 'import torch\n'}
NCCL = "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n"
LAZY = 'from mmengine.config import read_base\nwith read_base():\n'


def shell(body, **more):
    return {'run.sh': '#!/bin/bash\n' + body, **TRAIN, **more}


def joined(form, count, between=', '):
    return between.join(form.replace('#', str(i)) for i in range(count))


def diamonds(depth):
    """Each config inherits the two before it, which inherit the same two."""
    files = {'c0a.py': 'x = dict(y=1)\n', 'c0b.py': 'x = dict(y=2)\n'}
    for i in range(1, depth):
        for side in 'ab':
            files[f'c{i}{side}.py'] = (f'{LAZY}    from .c{i - 1}a import *\n    from .c{i - 1}b import *\n'
                                       f'x.update(y={i})\n')
    return files


def bases(count):
    return '_base_ = [' + joined("'b#.py'", count) + ']\n'


def big_dict(count, braces):
    form = "'key_#': #" if braces else 'key_#=#'
    return f"d = {'{' if braces else 'dict('}{joined(form, count)}{'}' if braces else ')'}\n"


CASES = {
    'an array that doubles': (['check', 'run.sh'], shell(
        'a=(x y)\n' + 'a+=("${a[@]}")\n' * 30 + 'python train.py "${a[@]}"\n')),
    'arrays of arrays': (['check', 'run.sh'], shell('a0=(' + 'x ' * 4000 + ')\n' + ''.join(
        f'a{i}=("${{a{i - 1}[@]}}" "${{a{i - 1}[@]}}")\n' for i in range(1, 2000)) + 'python train.py\n')),
    'a text that doubles': (['check', 'run.sh'], shell('a=xxxxxxxx\n' + 'a="$a$a"\n' * 40 + 'python train.py $a\n')),
    'a text that many use': (['check', 'run.sh'], shell(
        'a=' + 'x' * 60000 + '\n' + 'python train.py "$a" "$a" "$a"\n' * 2000)),
    'many branches for one variable': (['check', 'run.sh'], shell(
        'case $1 in\n' + joined('a#) x=# ;;\n', 20000, '') + 'esac\npython train.py $x\n')),
    'a variable in each branch': (['check', 'run.sh'], shell(
        'case $1 in\n' + joined('a#) x#=# ;;\n', 10000, '') + 'esac\npython train.py $x1\n')),
    'a chain of conditions': (['check', 'run.sh'], shell(joined('true', 4000, ' && ') + ' && python train.py\n')),
    'commands in loops in loops': (['check', 'run.sh'], shell(
        'for i in 1 2; do\n' * 390 + 'ls\n' * 240000 + 'done\n' * 390)),
    'exports before starts': (['check', 'run.sh'], shell(
        joined('export A#=1\n', 20000, '') + 'python train.py\n' * 2000)),
    'a module that many scripts import': (['check', '.'], {
        'big.py': 'import torch\ndef f(x):\n    return x\n' + joined('a# = f(#)\n', 20000, ''),
        **{f's{i}.py': f'import torch\nimport big\ntorch.cuda.set_device({i})\n' for i in range(1000)}}),
    'a big script that is started often': (['check', '.'], {
        'train.py': 'import argparse, torch\np = argparse.ArgumentParser()\np.add_argument("--x")\n'
                    'args = p.parse_args()\ndef f(x):\n    return x\n' + joined('a# = f(args.x)\n', 20000, ''),
        'run.sh': joined('A=# python train.py --x #\n', 2000, '')}),
    'a key that is set often': (['why', 'c.py', 'a'], {'c.py': 'a = 1\n' * 80000}),
    'a key in diamonds': (['why', 'c27a.py', 'x.y'], diamonds(28)),
    'a key that no diamond has': (['why', 'c27a.py', 'x.z'], diamonds(28)),
    'diamonds of bases': (['check', 'c27a.py'], diamonds(28)),
    'assign and build': (['check', 't.py'], {'t.py': (
        "from mmengine.config import Config\nfrom mmengine.runner import Runner\ncfg = Config.fromfile('c.py')\n" +
        joined('cfg.a# = 1\nRunner.from_cfg(cfg)\n', 500, '')), 'c.py': 'a = 1\n'}),
    'codes in one comment': (['check', 'c.py'], {'c.py': f"a = 1  # mmlint: ignore[{joined('MM00#', 40000)}]\n"}),
    'bases that are not there': (['check', 'c.py'], {'c.py': bases(10000)}),
    'bases that are there': (['check', 'c.py'], {
        'c.py': bases(10000), **{f'b{i}.py': f'a{i} = 1\n' for i in range(10000)}}),
    'show many keywords': (['show', 'c.py'], {'c.py': big_dict(60000, False)}),
    'show many keys': (['show', 'c.py'], {'c.py': big_dict(60000, True)}),
    'why of many keywords': (['why', 'c.py', 'd.key_5'], {'c.py': big_dict(60000, False)}),
    'port many keywords': (['port', 'c.py', '-o', 'new.py'], {'c.py': big_dict(60000, False) + NCCL}),
    'origins of many keys': (['show', '--origins', 'c.py'], {'c.py': joined('k# = #\n', 30000, '')}),
    'origins in one line of JSON': (['show', '--origins', 'c.py'], {
        'c.py': "_base_ = 'b.json'\n", 'b.json': json.dumps({f'k{i}': i for i in range(60000)})}),
    'patterns of .gitignore': (['check', '.'], {'.gitignore': joined('a#/**/b*\n', 80000, ''), 'c.py': 'a = 1\n'}),
    'values that share their parts': (['show', 'c.py'], {'c.py': "a0 = ['x' * 50]\n" + ''.join(
        f'a{i} = [a{i - 1}, a{i - 1}]\n' for i in range(1, 25))}),
}
HUGE = ('.gitignore', 'requirements.txt', 'pyproject.toml', 'big.py', 'big.sh', 'base.yaml')


class Costly(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix='mmlint-costly-')
        self.addCleanup(temporary.cleanup)
        self.top = Path(temporary.name)

    def run_bounded(self, arguments, folder):
        """The exit code and what is printed. A run that takes too much time or addresses ends by a signal."""
        def bound():
            if not binary.is_sanitized():
                resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
                resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
        jobs = [] if arguments[0] in ('port', 'why') else ['--jobs', '2']
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([binary.MMLINT, *arguments, *jobs], cwd=folder, env=binary.ENVIRONMENT,
                                       preexec_fn=bound, stdout=out, stderr=err)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if not binary.is_sanitized():
                self.assertLessEqual(used.ru_maxrss << 10, RESIDENT)
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(arguments, process.returncode, out.read(), err.read())

    def test_costly(self):
        for number, (name, (arguments, files)) in enumerate(CASES.items()):
            with self.subTest(name):
                folder = self.top / str(number)
                (folder / '.git').mkdir(parents=True)  # without it .gitignore says nothing
                for path, text in files.items():
                    (folder / path).write_text(text)
                done = self.run_bounded(arguments, folder)
                self.assertIn(done.returncode, (0, 1, 2), done.stderr[:500])
                self.assertEqual(b'', done.stderr if arguments[0] == 'check' else b'')

    def test_judged_in_part(self):
        """What is too much to follow is no reason to call a script clean."""
        for name in ('an array that doubles', 'a text that doubles', 'a module that many scripts import'):
            arguments, files = CASES[name]
            for path, text in files.items():
                (self.top / path).write_text(text)
            done = self.run_bounded(arguments, self.top)
            self.assertIn(b'MM013', done.stdout, name)
            self.assertNotIn(b'All clean', done.stdout, name)

    def test_many_findings(self):
        """A file gets 5,000 findings; one more says that, and a comment behind them is not called unused."""
        text = 'import torch\nx = torch.nn.Linear(1, 1)\n' + 'x.cuda()\n' * 6000
        (self.top / 'train.py').write_text(text + 'x.cuda()  # mmlint: ignore[MM509]\n')
        for language, words in (('en', 'only 5000 of its findings are listed'), ('zh', '只列出了其中的 5000 条结果')):
            done = self.run_bounded(['check', '.', '--format', 'jsonl', '--lang', language], self.top)
            told = [json.loads(line) for line in done.stdout.splitlines()]
            codes = collections.Counter(one['code'] for one in told if 'code' in one)
            self.assertEqual({'MM509': 5000, 'MM013': 1}, codes)
            self.assertIn(words, done.stdout.decode())

    def test_huge_files(self):
        """A file of 1 GB, sparse here, is an error that names it; the others are judged."""
        for name in HUGE:
            with self.subTest(name):
                folder = self.top / name.strip('.')
                (folder / '.git').mkdir(parents=True)
                (folder / 'configs').mkdir()
                (folder / 'configs' / 'c.py').write_text(NCCL)
                with open(folder / name, 'wb') as huge:
                    os.truncate(huge.fileno(), 1 << 30)
                done = self.run_bounded(['check', '.'], folder)
                self.assertIn(b'c.py:1', done.stdout)
                if name in ('.gitignore', 'big.py', 'big.sh'):
                    self.assertEqual(2, done.returncode)
                    self.assertIn(f'mmlint: {name}: is larger than 32 MB'.encode(), done.stderr)
                if name == 'requirements.txt':
                    self.assertIn(f'{name}: is larger than 32 MB'.encode(), done.stdout + done.stderr)


if __name__ == '__main__':
    unittest.main()
