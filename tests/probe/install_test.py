"""`probe install` and `probe restore` on the runner.py of MMEngine's own releases, from pip."""

import hashlib
import os
import py_compile
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import probe

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / 'public'), str(HERE.parent / 'cli')]
import binary  # noqa: E402
import packages  # noqa: E402

RELEASES = ('0.1.0', '0.7.4', '0.8.5', '0.10.7')
NEWEST = RELEASES[-1]
BACKUP, MODULE = 'runner.py.mmlint-backup', 'mmlint_probe.py'
# A line of wrap_model, and one of another method.
WRAPPING, OTHER = 'model = MMDistributedDataParallel(', 'def scale_lr('


def release(version):
    """The unpacked MMEngine of a release; its stamp says that it is whole."""
    folder = packages.root() / 'mmengine' / version
    with packages.locked('mmengine'):
        if not packages.stamped(folder, version):
            packages.run(sys.executable, '-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--quiet',
                         '--dest', packages.fresh(folder), f'mmengine=={version}')
            wheel, = folder.glob('*.whl')
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(folder)
            (folder / 'stamp').write_text(version)
    return folder


class Case(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-install-')
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.folder.chmod(0o755)

    def site(self, name='site', version=NEWEST):
        """A folder of packages with what matters of a release; returns its runner.py."""
        runner = self.folder / name / 'mmengine/runner/runner.py'
        runner.parent.mkdir(parents=True)
        (runner.parents[1] / '__init__.py').write_text('')
        shutil.copy(release(version) / 'mmengine/runner/runner.py', runner)
        return runner

    def probe(self, action, path, *options, code=0, says='', **more):
        done = binary.run('probe', action, path, *options, cwd=self.folder, **more)
        self.assertEqual(code, done.code, done.text)
        self.assertIn(says, done.text)
        return done

    def files(self, runner):
        return {path.name: (path.read_bytes(), path.stat().st_mode) for path in runner.parent.iterdir()
                if path.is_file()}

    def refused(self, action, path, says, runner=None, **more):
        """Exit code 2, one error, and nothing was written."""
        before = self.files(runner or path)
        done = self.probe(action, path, code=2, says=says, **more)
        self.assertEqual(1, done.err.decode().count('mmlint: '), done.text)
        self.assertEqual(before, self.files(runner or path))
        return done


class Releases(Case):

    def test_there_and_back(self):
        for version in RELEASES:
            runner = self.site(version, version)
            runner.chmod(0o664)
            before = runner.read_bytes()
            self.probe('install', runner, says='Put the probe into')
            text = runner.read_text()
            compile(text, str(runner), 'exec')
            lines = text.splitlines()
            calls = [number for number, line in enumerate(lines) if 'model = ' in line
                     and ('MMDistributedDataParallel(' in line or 'MODEL_WRAPPERS.build(' in line)]
            self.assertEqual(2, len(calls))
            for number in calls:
                indent = lines[number][:-len(lines[number].lstrip())]
                self.assertEqual(f'{indent}# <<< mmlint probe', lines[number - 1])
                self.assertIn(f', sha256 without it {hashlib.sha256(before).hexdigest()}', lines[number - 6])
            self.assertEqual(before, (runner.parent / BACKUP).read_bytes())
            probe.write(self.folder / 'probe_ddp.py')
            self.assertEqual((self.folder / 'probe_ddp.py').read_bytes(), (runner.parent / MODULE).read_bytes())
            there = self.files(runner)
            self.probe('install', runner, says='has the probe already')
            self.assertEqual(there, self.files(runner))
            self.probe('restore', runner, says='is as it was')
            self.assertEqual({'runner.py': (before, 0o100664)}, self.files(runner))
            self.probe('restore', runner, says='has no probe')

    def test_compiled(self):
        runner = self.site()
        self.probe('install', runner)
        own = py_compile.compile(str(runner.parent / MODULE))
        other = py_compile.compile(str(runner))
        self.assertTrue(Path(own).exists())
        self.probe('restore', runner, says='is as it was')
        self.assertFalse(Path(own).exists())
        self.assertTrue(Path(other).exists())

    def test_crlf(self):
        runner = self.site()
        before = runner.read_bytes().replace(b'\n', b'\r\n')
        runner.write_bytes(before)
        self.probe('install', runner)
        self.assertEqual(runner.read_bytes().count(b'\n'), runner.read_bytes().count(b'\r\n'))
        compile(runner.read_bytes(), 'runner.py', 'exec')
        self.probe('restore', runner)
        self.assertEqual(before, runner.read_bytes())


class Places(Case):
    """How an MMEngine may be named."""

    def found(self, path, *options, **more):
        self.probe('install', path, *options, says='Put the probe into', **more)
        self.probe('restore', path, *options, says='is as it was', **more)

    def test_folders(self):
        runner = self.site('my project/.venv/lib/python3.8/site-packages')
        (self.folder / 'my project/.venv/pyvenv.cfg').write_text('')
        (self.folder / 'link').symlink_to(runner.parents[2])
        for path in (runner, runner.parent, runner.parents[1], runner.parents[2], self.folder / 'my project/.venv',
                     self.folder / 'my project', 'link', 'link/mmengine/runner/runner.py'):
            self.found(path)
        self.assertTrue((self.folder / 'link').is_symlink())

    def test_two_environments(self):
        for name in ('a', 'b'):
            runner = self.site(f'{name}/lib/python3.8/site-packages')
            (self.folder / name / 'pyvenv.cfg').write_text('')
        self.refused('install', '.', 'several environments with MMEngine; name one of: a, b', runner)

    def test_package(self):
        runner = self.site('env/lib/python3.8/site-packages')
        self.refused('install', 'mmengine', 'mmengine is not found', runner, environment={'VIRTUAL_ENV': 'env'})
        self.found('mmengine', '--python-path', 'env')
        self.found('mmengine-lite', '--python-path', runner.parents[2])
        self.found('mmengine', '--package', f'mmengine={runner.parents[1]}')
        self.found('mmengine', '--env-from-process', environment={'VIRTUAL_ENV': str(self.folder / 'env')})

    def test_a_linked_file_keeps_its_other_names(self):
        """As uv installs packages, as hard links to its cache."""
        runner = self.site()
        os.link(runner, self.folder / 'cache.py')
        before = runner.read_bytes()
        self.probe('install', runner)
        self.assertEqual(before, (self.folder / 'cache.py').read_bytes())

    def test_nothing_there(self):
        self.probe('install', '.', code=2, says='there is no MMEngine here')
        self.probe('install', 'none', code=2, says='none: no such file or folder')
        os.mkfifo(self.folder / 'pipe')
        self.probe('install', 'pipe', code=2, says='is not a regular file')


class Refused(Case):

    def test_not_mmengine(self):
        runner = self.site()
        text = runner.read_text()
        for other, says in (('class Runner:\n    pass\n', 'is not MMEngine'), ('', 'is not MMEngine'),
                            (text.replace(OTHER, 'def scale_lr(('), 'is no valid Python'),
                            ('\0', 'is no valid Python'), (text.replace('class Runner', 'class Run'), 'is not MMEng')):
            runner.write_text(other)
            self.refused('install', runner, says)

    def test_changed_in_wrap_model(self):
        runner = self.site()
        text = runner.read_text()
        for old, new in ((WRAPPING, 'model = model.to("gcu")\n            ' + WRAPPING),
                         ('broadcast_buffers=False,', ''), (WRAPPING, '# ours\n            ' + WRAPPING)):
            changed = text.replace(f'            {old}', f'            {new}', 1) if old == WRAPPING else \
                text.replace(old, new)
            self.assertNotEqual(text, changed)
            runner.write_text(changed)
            self.refused('install', runner, 'Runner.wrap_model is not as in any release')

    def test_changed_elsewhere(self):
        """That is kept."""
        runner = self.site()
        runner.write_text(runner.read_text().replace(OTHER, 'mine = 1\n\n    ' + OTHER))
        before = runner.read_bytes()
        self.probe('install', runner)
        self.probe('restore', runner)
        self.assertEqual(before, runner.read_bytes())

    def test_read_only(self):
        runner = self.site()
        runner.chmod(0o444)
        self.refused('install', runner, 'cannot write: the file is read-only')
        runner.chmod(0o644)
        runner.parent.chmod(0o555)
        self.refused('install', runner, 'its folder is read-only', as_nobody=True)
        runner.parent.chmod(0o755)
        self.probe('install', runner)
        runner.parent.chmod(0o555)
        self.refused('restore', runner, 'cannot write: ', as_nobody=True)

    def test_other_version(self):
        runner = self.site()
        self.probe('install', runner)
        runner.write_text(runner.read_text().replace('mmlint probe 0.1.0', 'mmlint probe 0.0.7'))
        self.refused('install', runner, 'has the probe of mmlint 0.0.7, and this is 0.1.0')
        before = (runner.parent / BACKUP).read_bytes()
        self.probe('restore', runner)
        self.assertEqual(before, runner.read_bytes())

    def test_edited_after(self):
        edits = ((OTHER, 'mine = 1\n    ' + OTHER, '+    mine = 1'),
                 ('except Exception:\n                pass', 'except Exception:\n                raise',
                  '+                raise'),
                 ('            # <<< mmlint probe\n', '', '-            # <<< mmlint probe'),
                 (', sha256 without it ', ', sha256 without it 0', 'its backup'))
        for number, (old, new, shown) in enumerate(edits):
            runner = self.site(str(number))
            self.probe('install', runner)
            text = runner.read_text()
            self.assertIn(old, text)
            runner.write_text(text.replace(old, new, 1))
            for action in ('restore', 'install'):
                self.refused(action, runner, 'was changed after the probe was put in')
                self.refused(action, runner, shown)

    def test_backup(self):
        """It is not needed to restore, and where it is not what it should be, it is neither used nor removed."""
        runner = self.site()
        before = runner.read_bytes()
        self.probe('install', runner)
        (runner.parent / BACKUP).unlink()
        self.probe('restore', runner, says='is as it was')
        self.assertEqual(before, runner.read_bytes())
        self.probe('install', runner)
        (runner.parent / BACKUP).write_bytes(b'x')
        self.refused('install', runner, 'is the backup of another runner.py')
        self.probe('restore', runner, says=f'{BACKUP} stays')
        self.assertEqual({'runner.py', BACKUP}, set(self.files(runner)))
        self.assertEqual(before, runner.read_bytes())
        self.refused('install', runner, 'is the backup of another runner.py')

    def test_backup_and_edits(self):
        runner = self.site()
        self.probe('install', runner)
        runner.write_text(runner.read_text() + 'mine = 1\n')
        (runner.parent / BACKUP).write_bytes(b'x')
        self.refused('restore', runner, f'its backup {BACKUP} as well')
        (runner.parent / BACKUP).unlink()
        self.refused('restore', runner, f'its backup {BACKUP} is gone')

    def test_a_new_release_over_it(self):
        """pip leaves what it did not bring."""
        runner = self.site(version='0.7.4')
        self.probe('install', runner)
        shutil.copy(release(NEWEST) / 'mmengine/runner/runner.py', runner)
        self.refused('install', runner, 'is the backup of another runner.py')
        self.probe('restore', runner, says='has no probe')
        self.assertEqual({'runner.py', BACKUP}, set(self.files(runner)))

    def test_module_that_is_not_ours(self):
        runner = self.site()
        (runner.parent / MODULE).write_text('mine = 1\n')
        self.refused('install', runner, 'is not the module of this mmlint')

    def test_killed(self):
        """Whenever that is, the next install or restore finishes."""
        runner = self.site()
        before = runner.read_bytes()
        for milliseconds in range(0, 24, 2):
            with self.subTest(milliseconds):
                process = binary.start('probe', 'install', runner, cwd=self.folder)
                try:
                    process.wait(milliseconds / 1000)
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL if milliseconds % 4 else signal.SIGINT)
                process.communicate()
                compile(runner.read_bytes(), 'runner.py', 'exec')
                self.probe('install', runner)
                self.probe('restore', runner)
                self.assertEqual({'runner.py': before}, {name: one[0] for name, one in self.files(runner).items()})


if __name__ == '__main__':
    unittest.main()
