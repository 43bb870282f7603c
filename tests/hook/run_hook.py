"""The hooks of .pre-commit-hooks.yaml under real pre-commit, in throw-away git repositories. pre-commit installs them
from a mirror repository as docs/ci.md has it, which gets mmlint as the wheel that was built.

Environment: MMLINT_SOURCE, the repository; MMLINT_BUILD, where the wheel is, and where the venv with pre-commit
is made once (needs a package index the first time; MMLINT_PRE_COMMIT names an installed one instead).
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import venv
from pathlib import Path

SOURCE = Path(os.environ.get('MMLINT_SOURCE', Path(__file__).resolve().parents[2]))
GOOD = """\
_base_ = []
model = dict(type='TinySegmentor')
train_dataloader = train_cfg = optim_wrapper = dict(type='Toy', batch_size=2)
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
"""
# A fault with a safe fix.
FIXABLE = GOOD.replace("'gloo'", "'eccl'")
# A fault without one.
BAD = GOOD.replace("_base_ = []", "_base_ = ['./nowhere.py']")
RUNTIME = "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n"
LEAF = GOOD.replace('_base_ = []', "_base_ = ['./_base_/runtime.py']").replace(
    "env_cfg = dict(dist_cfg=dict(backend='gloo'))\n", '')


def pre_commit():
    """The pre-commit program: installed below the build folder when it is not there yet."""
    if 'MMLINT_PRE_COMMIT' in os.environ:
        return os.environ['MMLINT_PRE_COMMIT']
    folder = Path(os.environ['MMLINT_BUILD']) / 'venv-pre-commit'
    program = folder / 'bin' / 'pre-commit'
    if not program.exists():
        shutil.rmtree(folder, ignore_errors=True)
        # The caller's pip fills it, so that ensurepip, a package of its own on Debian, is not needed.
        venv.create(folder)
        subprocess.run([sys.executable, '-m', 'pip', '--python', folder / 'bin' / 'python', 'install', '-q',
                        '--disable-pip-version-check', 'pre-commit==4.7.0'], check=True)
    return str(program)


class Hook(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix='mmlint-hook-')
        cls.addClassCleanup(cls.temporary.cleanup)
        top = Path(cls.temporary.name).resolve()
        cls.program = pre_commit()
        # What building the mirror's package needs; mmlint itself comes from our wheel and nowhere else.
        needed = top / 'needed'
        subprocess.run([sys.executable, '-m', 'pip', 'download', '-q', '--disable-pip-version-check', '--dest', needed,
                        'setuptools==75.8.0'], check=True)
        cls.environment = {
            'PATH': os.environ['PATH'], 'HOME': str(top), 'LC_ALL': 'C.UTF-8', 'PIP_NO_INDEX': '1',
            'PIP_FIND_LINKS': f'{Path(os.environ["MMLINT_BUILD"]) / "wheels"} {needed}',
            'PRE_COMMIT_HOME': str(top / 'cache'), 'GIT_CONFIG_NOSYSTEM': '1', 'GIT_TERMINAL_PROMPT': '0',
            'GIT_AUTHOR_NAME': 'a', 'GIT_AUTHOR_EMAIL': 'a@example.org',
            'GIT_COMMITTER_NAME': 'a', 'GIT_COMMITTER_EMAIL': 'a@example.org'}
        cls.hooks = top / 'mirror'
        cls.hooks.mkdir()
        shutil.copy(SOURCE / '.pre-commit-hooks.yaml', cls.hooks)
        version = re.search(r'project\(mmlint VERSION ([0-9.]+)', (SOURCE / 'CMakeLists.txt').read_text()).group(1)
        text = re.search(r'```toml\n(.*?mmlint-mirror.*?)```', (SOURCE / 'docs/ci.md').read_text(), re.S).group(1)
        (cls.hooks / 'pyproject.toml').write_text(re.sub(r'mmlint==[0-9.]+', f'mmlint=={version}', text))
        cls.git(cls.hooks, 'init', '-q')
        cls.git(cls.hooks, 'add', '-A')
        cls.git(cls.hooks, 'commit', '-q', '-m', 'hooks')
        cls.revision = cls.git(cls.hooks, 'rev-parse', 'HEAD').strip()
        cls.top = top

    @classmethod
    def git(cls, folder, *arguments):
        return subprocess.run(['git', *arguments], cwd=folder, env=cls.environment, check=True,
                              capture_output=True, text=True).stdout

    def project(self, hook, **files):
        """A git repository with the hook installed, and these files committed without running it."""
        folder = Path(tempfile.mkdtemp(dir=self.top))
        self.git(folder, 'init', '-q')
        (folder / '.pre-commit-config.yaml').write_text(
            f'repos:\n- repo: {self.hooks}\n  rev: {self.revision}\n  hooks:\n  - id: {hook}\n')
        self.write(folder, **files)
        self.git(folder, 'add', '-A')
        self.git(folder, 'commit', '-q', '-m', 'start')
        done = subprocess.run([self.program, 'install'], cwd=folder, env=self.environment,
                              capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        return folder

    def write(self, folder, **files):
        for name, text in files.items():
            path = folder / 'configs' / (name.replace('__', '_base_/', 1) + '.py')
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding='utf-8')

    def commit(self, folder):
        """(whether the commit was made, all output) of adding everything and committing."""
        self.git(folder, 'add', '-A')
        done = subprocess.run(['git', 'commit', '-m', 'change'], cwd=folder, env=self.environment,
                              capture_output=True, text=True)
        return done.returncode == 0, done.stdout + done.stderr

    def test_good_config(self):
        for hook in ('mmlint-check', 'mmlint-fix'):
            folder = self.project(hook)
            self.write(folder, good=GOOD)
            made, output = self.commit(folder)
            self.assertTrue(made, output)
            self.assertIn('Passed', output)

    def test_other_files(self):
        """What is not Python is not passed; Python that is no config passes."""
        folder = self.project('mmlint-check')
        (folder / 'configs').mkdir()
        (folder / 'configs/notes.md').write_text("backend='nccl'\n")
        made, output = self.commit(folder)
        self.assertTrue(made, output)
        self.assertIn('Skipped', output)
        (folder / 'setup.py').write_text("name = 'orchard'\nbackend = 'nccl'\n")
        made, output = self.commit(folder)
        self.assertTrue(made, output)
        self.assertIn('Passed', output)

    def test_bad_config(self):
        for hook in ('mmlint-check', 'mmlint-fix'):
            folder = self.project(hook)
            self.write(folder, bad=BAD)
            made, output = self.commit(folder)
            self.assertFalse(made, output)
            self.assertIn('MM002', output)
            self.assertIn('configs/bad.py', output)
            self.assertEqual(BAD, (folder / 'configs/bad.py').read_text())

    def test_fixable_config(self):
        folder = self.project('mmlint-check')
        self.write(folder, eight=FIXABLE)
        made, output = self.commit(folder)
        self.assertFalse(made, output)
        self.assertIn('MM101', output)
        self.assertEqual(FIXABLE, (folder / 'configs/eight.py').read_text())

        folder = self.project('mmlint-fix')
        self.write(folder, eight=FIXABLE)
        made, output = self.commit(folder)
        self.assertFalse(made, 'a commit whose files were changed must be looked at again\n' + output)
        self.assertEqual(GOOD, (folder / 'configs/eight.py').read_text())
        made, output = self.commit(folder)
        self.assertTrue(made, output)

    def test_bad_base_that_was_not_touched(self):
        folder = self.project('mmlint-check', __runtime=RUNTIME)
        self.write(folder, leaf=LEAF)
        made, output = self.commit(folder)
        self.assertFalse(made, output)
        self.assertIn('configs/_base_/runtime.py:1:', output)
        self.assertIn('found through: configs/leaf.py', output)

        folder = self.project('mmlint-fix', __runtime=RUNTIME)
        self.write(folder, leaf=LEAF)
        made, output = self.commit(folder)
        self.assertFalse(made, output)
        self.assertEqual(RUNTIME, (folder / 'configs/_base_/runtime.py').read_text(),
                         'a file that is not part of the commit was edited')
        self.assertIn("backend='gloo'", (folder / 'configs/leaf.py').read_text())
        made, output = self.commit(folder)
        self.assertTrue(made, output)

    def test_several_files_at_once(self):
        """A base and many heirs in one commit: one finding, and one edit."""
        folder = self.project('mmlint-fix')
        self.write(folder, __runtime=RUNTIME, **{f'leaf{number}': LEAF for number in range(60)})
        made, output = self.commit(folder)
        self.assertFalse(made, output)
        changed = self.git(folder, 'diff', '--name-only').split()
        self.assertEqual(['configs/_base_/runtime.py'], changed)
        made, output = self.commit(folder)
        self.assertTrue(made, output)

    def test_syntax_error(self):
        folder = self.project('mmlint-check')
        self.write(folder, broken='model = dict(type=\n')
        made, output = self.commit(folder)
        self.assertFalse(made, output)
        self.assertIn('error[MM001]', output)
        self.assertIn('--> configs/broken.py:', output)

    def test_edited_base(self):
        """The leaf is not of the commit, and breaks."""
        for hook in ('mmlint-check', 'mmlint-project'):
            folder = self.project(hook, __runtime=RUNTIME.replace('nccl', 'gloo'), leaf=LEAF)
            self.write(folder, __runtime=RUNTIME)
            made, output = self.commit(folder)
            self.assertFalse(made, output)
            self.assertIn('configs/_base_/runtime.py:1:38', output)
            self.write(folder, __runtime=RUNTIME.replace('nccl', 'gloo') + 'train_dataloader = 1\n')
            made, output = self.commit(folder)
            self.assertFalse(made, output)
            self.assertIn('MM007', output)  # a dict of the leaf cannot be merged into a number
            self.assertIn('configs/leaf.py', output)

    def test_deleted_base(self):
        """pre-commit passes no deleted files: the project hook sees it."""
        folder = self.project('mmlint-project', __runtime=RUNTIME.replace('nccl', 'gloo'), leaf=LEAF)
        (folder / 'configs/_base_/runtime.py').unlink()
        made, output = self.commit(folder)
        self.assertFalse(made, output)
        self.assertIn("error[MM002]: base './_base_/runtime.py' does not exist", output)
        self.assertIn('--> configs/leaf.py:1:', output)

    def test_renamed_base(self):
        for hook in ('mmlint-check', 'mmlint-project'):
            folder = self.project(hook, __runtime=RUNTIME.replace('nccl', 'gloo'), leaf=LEAF)
            self.git(folder, 'mv', 'configs/_base_/runtime.py', 'configs/_base_/default_runtime.py')
            made, output = self.commit(folder)
            self.assertFalse(made, output)
            self.assertIn('error[MM002]', output)
            self.assertIn('--> configs/leaf.py:1:', output)

    def test_launch_script_only(self):
        folder = self.project('mmlint-check')
        (folder / 'run.sh').write_text('#!/bin/bash\nif true; then\n  torchrun --nproc_per_node=2 train.py\n')
        made, output = self.commit(folder)
        self.assertFalse(made, output)
        self.assertIn('MM619', output)
        self.assertIn('--> run.sh:', output)

    def test_many_files(self):
        """Each finding once: by the whole project, and as long as pre-commit makes one call."""
        leaves = {f'leaf{number:04}': LEAF for number in range(2000)}
        for hook, count in (('mmlint-project', 2000), ('mmlint-check', 600)):
            folder = self.project(hook)
            self.write(folder, __runtime=RUNTIME, **dict(list(leaves.items())[:count]))
            made, output = self.commit(folder)
            self.assertFalse(made, output)
            self.assertEqual(1, output.count('error[MM101]'), output)
            self.assertIn(f'reaches {count + 1} configs', output)
            self.assertLess(len(output.splitlines()), 40)

    def test_partly_staged(self):
        """What is staged is judged, and what is not staged is there again afterwards."""
        folder = self.project('mmlint-check', leaf=GOOD)
        self.write(folder, leaf=FIXABLE)
        self.git(folder, 'add', '-A')
        self.write(folder, leaf=GOOD + '# not staged\n')
        done = subprocess.run(['git', 'commit', '-m', 'part'], cwd=folder, env=self.environment, capture_output=True,
                              text=True)
        self.assertNotEqual(0, done.returncode)
        self.assertIn('MM101', done.stdout + done.stderr)
        self.assertEqual(GOOD + '# not staged\n', (folder / 'configs/leaf.py').read_text())

    def test_fix_of_partly_staged(self):
        folder = self.project('mmlint-fix', leaf=GOOD)
        self.write(folder, leaf=FIXABLE)
        self.git(folder, 'add', '-A')
        self.write(folder, leaf=FIXABLE + '# not staged\n')
        done = subprocess.run(['git', 'commit', '-m', 'part'], cwd=folder, env=self.environment, capture_output=True,
                              text=True)
        self.assertNotEqual(0, done.returncode)
        self.assertTrue((folder / 'configs/leaf.py').read_text().endswith('# not staged\n'))

    def test_chinese_names(self):
        folder = self.project('mmlint-check')
        self.write(folder, **{'模型/果园 配置': FIXABLE})
        made, output = self.commit(folder)
        self.assertFalse(made, output)
        self.assertIn('--> configs/模型/果园 配置.py:4:38', output)

    def test_merge_conflict(self):
        """A commit of a merge whose marks were left in is stopped; the mended one is made."""
        folder = self.project('mmlint-check', leaf=GOOD)
        start = self.git(folder, 'rev-parse', 'HEAD').strip()
        self.write(folder, leaf=GOOD.replace('batch_size=2', 'batch_size=4'))
        self.assertTrue(self.commit(folder)[0])
        main = self.git(folder, 'rev-parse', 'HEAD').strip()
        self.git(folder, 'checkout', '-q', '-b', 'other', start)
        self.write(folder, leaf=GOOD.replace('batch_size=2', 'batch_size=8'))
        self.assertTrue(self.commit(folder)[0])
        subprocess.run(['git', 'merge', '-q', main], cwd=folder, env=self.environment, capture_output=True, check=False)
        self.assertIn('<<<<<<<', (folder / 'configs/leaf.py').read_text())
        made, output = self.commit(folder)
        self.assertFalse(made, output)
        self.assertIn('error[MM001]', output)
        self.write(folder, leaf=GOOD)
        made, output = self.commit(folder)
        self.assertTrue(made, output)


if __name__ == '__main__':
    unittest.main(verbosity=2)
