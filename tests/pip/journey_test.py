"""The journey of README.md with the wheel, its commands and blocks as they are written there: install, check,
fix --diff, fix, the hook, CI, one comment, a baseline for the rest, and settings with two targets."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from installing import SOURCE, WHEELS, environment, run, venv

sys.path.insert(0, str(SOURCE / 'tests/hook'))
import run_hook  # noqa: E402  (pre-commit, and the mirror that hooks come from)

README = (SOURCE / 'README.md').read_text(encoding='utf-8')


def block(language, word):
    """The one fenced block of README in that language that holds a word."""
    found = [each for each in re.findall(rf'```{language}\n(.*?)```', README, re.S) if word in each]
    assert len(found) == 1, found
    return found[0]


def written(command):
    """A command that README shows, or that begins as one there; without a remark behind it."""
    assert re.search(rf'^    {re.escape(command)}(\s+#.*)?$', README, re.M), f'README does not show: {command}'
    return command


class Journey(unittest.TestCase):
    """One project goes through all of it, as a user's would."""

    @classmethod
    def setUpClass(cls):
        run_hook.Hook.setUpClass()
        cls.addClassCleanup(run_hook.Hook.doClassCleanups)
        cls.top = Path(tempfile.mkdtemp(prefix='mmlint-journey-')).resolve()
        cls.addClassCleanup(shutil.rmtree, cls.top)
        cls.bin = venv(cls.top / 'venv')
        # README says `pip install .`, which compiles; the wheel is what that makes.
        run(cls.bin / 'pip', 'install', '-q', 'mmlint', env=environment(WHEELS))
        cls.project = cls.top / 'project'
        shutil.copytree(SOURCE / 'fixtures/t20', cls.project)
        cls.environment = {**run_hook.Hook.environment, 'PATH': f'{cls.bin}:/usr/bin:/bin'}
        cls.git('init', '-q')
        cls.git('add', '-A')
        cls.git('commit', '-q', '-m', 'start')

    @classmethod
    def git(cls, *arguments):
        return run('git', *arguments, cwd=cls.project, env=cls.environment).stdout

    def shell(self, command, code=None):
        done = subprocess.run(['bash', '-c', command], cwd=self.project, env=self.environment, capture_output=True,
                              text=True, check=False)
        if code is not None:
            self.assertEqual(code, done.returncode, done.stdout + done.stderr)
        return done.stdout

    def count(self):
        return json.loads(self.shell('mmlint check --format json --exit-zero', 0))['summary']

    def test_journey(self):
        self.assertIn('0.1.0', self.shell('mmlint --version', 0))
        before = self.count()
        self.assertGreater(before['errors'], 10)
        out = self.shell(written('mmlint check'), 1)
        last = out.splitlines()[-1]
        self.assertTrue(last.endswith('mmlint fix . --diff'), last)

        diff = self.shell(written('mmlint fix configs --diff'), 1)
        self.assertEqual('', self.git('status', '--short'))
        self.shell(written('mmlint fix configs'), 1)
        self.assertEqual(sorted(set(re.findall(r'^\+\+\+ b/(.*)', diff, re.M))),
                         sorted(line[3:] for line in self.git('status', '--short').splitlines()))
        after = self.count()
        self.assertLess(after['errors'], before['errors'])
        self.shell(written('git diff'), 0)
        self.git('commit', '-q', '-a', '-m', 'fixed')
        self.assertEqual('', self.shell('mmlint fix configs --diff'))

        self.in_ci()
        self.one_comment()
        self.baseline_for_the_rest()
        self.hook()
        self.two_targets()

    def in_ci(self):
        self.shell(written('mmlint check configs --format github --output - --format json --output findings.json'), 1)
        findings = json.loads((self.project / 'findings.json').read_text())['diagnostics']
        self.assertTrue(findings)
        (self.project / 'findings.json').unlink()

    def one_comment(self):
        config = self.project / 'configs/standalone/journey.py'
        config.write_text("model = dict(type='M')\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\nenv_cfg = dict(\n"
                          "    dist_cfg=dict(backend='nccl'),\n)\n")
        self.assertIn('error[MM101]', self.shell('mmlint check configs/standalone/journey.py', 1))
        line = re.search(r"^    (dist_cfg=dict\(backend='nccl'\),  # mmlint: ignore.*)$", README, re.M).group(1)
        config.write_text(config.read_text().replace("dist_cfg=dict(backend='nccl'),", line))
        self.assertNotIn('MM101', self.shell('mmlint check configs/standalone/journey.py'))

    def baseline_for_the_rest(self):
        self.shell(written('mmlint check . --write-baseline mmlint-baseline.json'), 0)
        self.assertIn('Nothing new', self.shell(written('mmlint check . --baseline mmlint-baseline.json'), 0))

    def hook(self):
        text = block('yaml', 'mmlint-project').replace('<address of this repository, or of a mirror>',
                                                       str(run_hook.Hook.hooks))
        text = text.replace('<a commit or tag>', run_hook.Hook.revision).replace(
            '[--target, gcu]', '[--target, gcu, --baseline, mmlint-baseline.json]')
        (self.project / '.pre-commit-config.yaml').write_text(text)
        run(run_hook.Hook.program, 'install', cwd=self.project, env=self.environment)
        self.git('add', '-A')
        self.git('commit', '-q', '-m', 'what is known is in the baseline')
        new = self.project / 'configs/standalone/new.py'
        new.write_text("model = dict(type='M')\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\nenv_cfg = dict(dist_cfg=dict(backend='nccl'))\n")
        self.git('add', '-A')
        self.assertIn('error[MM101]', self.shell('git commit -m new 2>&1', 1))
        new.unlink()
        self.git('add', '-A')

    def two_targets(self):
        (self.project / 'mmlint.toml').write_text(block('toml', 'overrides'))
        gpu = self.project / 'configs/gpu/a.py'
        gpu.parent.mkdir()
        gpu.write_text("model = dict(type='M')\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\nenv_cfg = dict(dist_cfg=dict(backend='nccl'))\n")
        self.assertIn('All clean: 1 config for cuda', self.shell('mmlint check configs/gpu', 0))
        self.assertIn('targets gcu, cuda', self.shell('mmlint check', 1))
        self.assertIn('"cuda"', self.shell('mmlint check --show-settings configs/gpu', 0))


if __name__ == '__main__':
    os.environ.setdefault('MMLINT_SOURCE', str(SOURCE))
    unittest.main(verbosity=2)
