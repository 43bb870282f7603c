"""`fix` is interrupted at every step of writing a file: whatever happens, every file is as before or as after,
whole, and no temporary file is left behind; after SIGKILL, which nobody can handle, at most one is, which the
next run removes.

MMLINT_INTERRUPT is the library that interrupt.c becomes.
"""

import errno
import fcntl
import json
import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

import binary

NCCL = ("# Äpfel\nmodel = dict(type='A')\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\n"
        "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n"
        "model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)\n")
GOOD = NCCL.replace('nccl', 'gloo')
NAMES = ('a.py', 'b.py', 'c.py')
POINTS = ('open', 'write', 'fchmod', 'fsync', 'close', 'rename')  # in this order
MODE = 0o640


class Interrupted(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix='mmlint-stop-')
        self.addCleanup(temporary.cleanup)
        self.top = Path(temporary.name).resolve()
        self.top.chmod(0o755)
        self.count = 0

    def project(self):
        self.count += 1
        self.configs = self.top / str(self.count) / 'configs'
        self.configs.mkdir(parents=True)
        for name in NAMES:
            (self.configs / name).write_text(NCCL)
            (self.configs / name).chmod(MODE)

    def fix(self, fault='', **more):
        environment = {'LD_PRELOAD': os.environ['MMLINT_INTERRUPT'], 'MMLINT_FAULT': fault,
                       'MMLINT_VICTIM': str(self.configs / 'b.py')} if fault else {}
        done = binary.run('fix', '.', '--target', 'gcu', cwd=self.configs.parent, environment=environment, **more)
        if fault:
            self.assertIn(f'reached {fault}', done.text, 'the fault never happened')
        return done

    def assert_whole(self, after, strays=0):
        """Files named in `after` are fixed, all others as they were, and nothing else is there."""
        for name in NAMES:
            path = self.configs / name
            self.assertEqual(GOOD if name in after else NCCL, path.read_text(), name)
            self.assertEqual(MODE, path.stat().st_mode & 0o7777, name)
        others = [name for name in os.listdir(self.configs) if name not in NAMES]
        self.assertLessEqual(len(others), strays, others)
        self.assertTrue(all(name.startswith('.mmlint-') for name in others), others)
        return others

    def assert_named(self, done, *words):
        """Exit code 2, and one line that names the file and what is wrong with it."""
        self.assertEqual(2, done.code, done.text)
        lines = [line for line in done.err.decode().splitlines() if line.startswith('mmlint: ')]
        self.assertEqual(1, len(lines), done.text)
        for word in words:
            self.assertIn(word, lines[0])
        self.assertIn('Fixed 2 findings in 2 files, which changes 2 configs.', done.text)

    def test_killed(self):
        for point in POINTS:
            with self.subTest(point):
                self.project()
                self.assertEqual(-signal.SIGKILL, self.fix(f'{point} kill 2').code)
                left = self.assert_whole(['a.py'], strays=1)
                self.assertEqual(point != 'open', bool(left))
                self.assertEqual(0, self.fix().code)
                self.assertEqual([], self.assert_whole(NAMES, strays=1))

    def test_leftovers(self):
        """What a killed run has left is removed, also if nothing is to be fixed; what a running one holds is not."""
        self.project()
        self.assertEqual(0, self.fix().code)
        held, left = self.configs / '.mmlint-held00', self.configs / '.mmlint-left00'
        others = [self.configs / name for name in ('.mmlint-toolong', '.mmlint-abc', '.mmlint-ABCDEF', 'mmlint-abc123')]
        for path in (held, left, *others):
            path.write_text('x')
        (self.configs / '.mmlint-folder').mkdir()
        (self.configs / '.mmlint-linked').symlink_to(left)
        with held.open() as holder:
            fcntl.flock(holder, fcntl.LOCK_EX)
            self.assertEqual(0, binary.run('fix', '--diff', '.', cwd=self.configs.parent).code)
            self.assertTrue(left.exists())
            self.assertEqual(0, self.fix().code)
            self.assertTrue(held.exists() and not left.exists())
        self.assertEqual(0, self.fix().code)
        self.assertFalse(held.exists())
        self.assertTrue(all(path.exists() for path in others))
        self.assertTrue((self.configs / '.mmlint-linked').is_symlink() and (self.configs / '.mmlint-folder').is_dir())

    def test_signals(self):
        """The file in hand is finished, then the program ends."""
        for point in POINTS:
            for name, code in (('int', 130), ('term', 143), ('hup', 129)):
                with self.subTest(f'{point} {name}'):
                    self.project()
                    self.assertEqual(code, self.fix(f'{point} {name} 2').code)
                    self.assert_whole(['a.py', 'b.py'])

    def test_every_call(self):
        """Killed or ended at every single call from the first temporary file on: each file is whole, those before it
        are fixed, and the next run finishes the work and leaves nothing."""
        signals = {'kill': -signal.SIGKILL, 'term': 143, 'hup': 129, 'xfsz': 0}
        for name, code in signals.items():
            for count in range(1, 200):
                self.project()
                done = self.run_until('fix', '.', fault=f'any {name} {count}')
                if not done:
                    break
                with self.subTest(f'{name} {count}'):
                    self.assertEqual(code, done.code, done.text)
                    whole = [path for path in NAMES if (self.configs / path).read_text() == GOOD]
                    self.assertEqual([*NAMES[:len(whole)]], whole)
                    self.assert_whole(whole, strays=int(name == 'kill'))
                    if name == 'kill':
                        self.assertEqual(0, self.fix().code)
                        self.assertEqual([], self.assert_whole(NAMES))
            self.assertGreater(count, len(NAMES) * len(POINTS), 'calls were not seen')

    def test_every_call_of_port(self):
        for name, code in (('kill', -signal.SIGKILL), ('term', 143), ('hup', 129), ('xfsz', 0)):
            for count in range(1, 100):
                self.project()
                done = self.run_until('port', 'configs/a.py', '-o', 'configs/ported.py', fault=f'any {name} {count}')
                if not done:
                    break
                with self.subTest(f'{name} {count}'):
                    self.assertEqual(code, done.code, done.text)
                    new = [path for path in self.new_files() if not path.startswith('.mmlint-')]
                    self.assertIn(new, [[], ['ported_process_group.py'], ['ported.py', 'ported_process_group.py']])
                    for path in new:
                        compile((self.configs / path).read_text(), path, 'exec')
                        self.assertTrue((self.configs / path).read_text().endswith('\n'))
                    self.assertEqual(0, self.fix().code)
                    self.assertEqual({*NAMES, *new}, {*os.listdir(self.configs)})
            self.assertGreater(count, 2 * len(POINTS), 'calls were not seen')

    def test_report(self):
        """A report takes the place of an earlier one as a whole; one in a folder that is closed is written in place."""
        signals = {'kill': -signal.SIGKILL, 'term': 143, 'hup': 129, 'xfsz': 1}
        self.project()
        report = self.configs.parent / 'report.json'
        command = ('check', '.', '--format', 'json', '--output', 'report.json')
        old = 'old ' * 999
        for name, code in signals.items():
            for count in range(1, 100):
                report.write_text(old)
                done = self.run_until(*command, fault=f'any {name} {count}')
                with self.subTest(f'{name} {count}'):
                    if report.read_text() != old:
                        json.loads(report.read_text())
                    self.assertIn(done.code if done else code, (code, 1), done and done.text)
                    binary.run(*command, cwd=self.configs.parent)
                    self.assertEqual(['configs', 'report.json'], sorted(os.listdir(self.configs.parent)))
                if not done:
                    break
            self.assertGreater(count, len(POINTS) - 1, 'calls were not seen')
        for path in (report, *self.configs.iterdir()):
            path.chmod(0o666)
        self.configs.parent.chmod(0o555)
        self.addCleanup(self.configs.parent.chmod, 0o755)
        self.assertEqual(1, binary.run(*command, cwd=self.configs.parent, as_nobody=True).code)
        json.loads(report.read_text())

    def test_two_at_once(self):
        """Two runs over one folder: one of them may find a file changed under its hands and say so; all is fixed."""
        for _ in range(12):
            self.project()
            runs = [binary.start('fix', '.', '--target', 'gcu', cwd=self.configs.parent) for _ in range(2)]
            said = [run.communicate(timeout=60)[1].decode() for run in runs]
            for run, errors in zip(runs, said):
                self.assertEqual(2 if 'changed' in errors else 0, run.returncode, errors)
            self.assertEqual([], self.assert_whole(NAMES))

    def run_until(self, *arguments, fault):
        """Runs with a fault; None if there were fewer calls than that."""
        done = binary.run(*arguments, '--target', 'gcu', cwd=self.configs.parent,
                          environment={'LD_PRELOAD': os.environ['MMLINT_INTERRUPT'], 'MMLINT_FAULT': fault})
        return done if f'reached {fault}' in done.text else None

    def test_ignored(self):
        """What nohup has the program ignore ends nothing."""
        for name, number in (('hup', signal.SIGHUP), ('int', signal.SIGINT), ('term', signal.SIGTERM)):
            with self.subTest(name):
                self.project()
                before = signal.signal(number, signal.SIG_IGN)
                self.addCleanup(signal.signal, number, before)
                self.assertEqual(0, self.fix(f'write {name} 2').code)
                self.assert_whole(NAMES)

    def test_no_space(self):
        for point in ('open', 'write', 'fsync', 'close', 'rename'):
            for number in (errno.ENOSPC, errno.EDQUOT):
                with self.subTest(f'{point} {errno.errorcode[number]}'):
                    self.project()
                    self.assert_named(self.fix(f'{point} {number} 2'), 'b.py', 'no space left')
                    self.assert_whole(['a.py', 'c.py'])

    def test_other_failures(self):
        for point, number, words in [*((point, errno.EIO, 'cannot write') for point in POINTS),
                                     ('open', errno.EACCES, 'folder is read-only'),
                                     ('open', errno.EROFS, 'file system is read-only'),
                                     ('write', errno.EFBIG, 'larger than the system allows'),
                                     ('fchmod', errno.EPERM, 'cannot write'),
                                     ('rename', errno.EPERM, 'folder is read-only')]:
            with self.subTest(f'{point} {errno.errorcode[number]}'):
                self.project()
                self.assert_named(self.fix(f'{point} {number} 2'), 'b.py', words)
                self.assert_whole(['a.py', 'c.py'])

    def test_what_is_no_failure(self):
        for fault in ('write short 2', f'write {errno.EINTR} 2', f'open {errno.EEXIST} 2',
                      f'fsync {errno.EINVAL} 2'):
            with self.subTest(fault):
                self.project()
                self.assertEqual(0, self.fix(fault).code)
                self.assert_whole(NAMES)

    def test_changed_meanwhile(self):
        """Another program gets in between reading and renaming: what it did stays."""
        for point in ('open', 'write', 'fsync', 'close'):
            with self.subTest(f'{point} change'):
                self.project()
                self.assert_named(self.fix(f'{point} change 2'), 'b.py', 'changed')
                self.assertEqual('mine = 1\n', (self.configs / 'b.py').read_text())
            with self.subTest(f'{point} remove'):
                self.project()
                self.assert_named(self.fix(f'{point} remove 2'), 'b.py', 'removed')
                self.assertFalse((self.configs / 'b.py').exists())
            with self.subTest(f'{point} folder'):
                self.project()
                self.assert_named(self.fix(f'{point} folder 2'), 'b.py')
                self.assertEqual([], os.listdir(self.configs / 'b.py'))
            self.assertEqual([], [name for name in os.listdir(self.configs) if name not in NAMES])

    def test_together(self):
        """A fix over several files: if one of them cannot be written, the others stay as they were too, since
        the base alone would change what the heir means. What is no part of it is fixed."""
        base = "train_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\nenv_cfg = dict(dist_cfg=dict(backend='gloo'))\n"
        leaf = "_base_ = './base.py'\nmodel = dict(type='A')\n"
        texts = {'base.py': base, 'd.py': leaf, 'e.py': leaf, 'f.py': leaf + 'find_unused_parameters = True\n'}
        for fault in ('', 'read-only', f'write {errno.ENOSPC} 2', f'rename {errno.EIO} 2', f'open {errno.EACCES} 2',
                      'rename int 1', 'rename term 2'):
            with self.subTest(fault):
                self.project()
                for name in NAMES:
                    (self.configs / name).unlink()
                for name, text in {**texts, 'z.py': NCCL}.items():
                    (self.configs / name).write_text(text)
                    (self.configs / name).chmod(0o440 if fault == 'read-only' and name == 'f.py' else MODE)
                done = self.fix('' if fault == 'read-only' else fault)
                after = {path.name: path.read_text() for path in self.configs.iterdir()}
                written = {name for name in texts if after[name] != texts[name]}
                whole = fault == '' or fault.endswith(('int 1', 'term 2'))
                self.assertEqual({'base.py', 'f.py'} if whole else set(), written)
                self.assertEqual({*texts, 'z.py'}, after.keys())
                self.assertEqual(NCCL if 'int' in fault or 'term' in fault else GOOD, after['z.py'])
                by_signal = 143 if 'term' in fault else 130
                self.assertEqual(0 if fault == '' else by_signal if whole else 2, done.code, done.text)

    def test_port(self):
        """A config and its module, both new: both are there or none is, and nothing is written over."""
        for fault, code in ((f'write {errno.ENOSPC} 1', 2), (f'write {errno.ENOSPC} 2', 2), (f'fsync {errno.EIO} 2', 2),
                            (f'link {errno.EPERM} 2', 0), ('link int 1', 130), ('link term 2', 143)):
            with self.subTest(fault):
                self.project()
                done = self.run_port(fault)
                self.assertEqual(code, done.code, done.text)
                self.assertEqual([] if code == 2 else ['ported.py', 'ported_process_group.py'], self.new_files())
        with self.subTest('killed between them: no config without the module that it imports'):
            self.project()
            self.run_port('open kill 2')
            self.assertEqual(['ported_process_group.py'], self.new_files())
        for other in ('ported.py', 'ported_process_group.py'):
            with self.subTest(f'{other} appears meanwhile'):
                self.project()
                done = self.run_port('fsync change 1', MMLINT_VICTIM=str(self.configs / other))
                self.assertEqual(2, done.code, done.text)
                self.assertEqual([other], self.new_files())
                self.assertEqual('mine = 1\n', (self.configs / other).read_text())

    def run_port(self, fault, **more):
        environment = {'LD_PRELOAD': os.environ['MMLINT_INTERRUPT'], 'MMLINT_FAULT': fault, **more}
        done = binary.run('port', 'configs/a.py', '--target', 'gcu', '-o', 'configs/ported.py',
                          cwd=self.configs.parent, environment=environment)
        self.assertIn(f'reached {fault}', done.text, 'the fault never happened')
        return done

    def new_files(self):
        self.assertEqual([NCCL] * 3, [(self.configs / name).read_text() for name in NAMES])
        return sorted(set(os.listdir(self.configs)) - set(NAMES))

    def test_no_permission(self):
        for mode, owner in ((0o555, 'nobody'), (0o755, 'root')):
            with self.subTest(f'{mode:o} {owner}'):
                self.project()
                if os.geteuid() == 0 and owner == 'nobody':
                    os.chown(self.configs, binary.NOBODY, binary.NOBODY)
                elif os.geteuid() != 0 and owner == 'root':
                    continue
                for name in NAMES:
                    (self.configs / name).chmod(0o666)
                self.configs.chmod(mode)
                self.addCleanup(self.configs.chmod, 0o755)
                done = self.fix(as_nobody=True)
                self.assertEqual(2, done.code, done.text)
                self.assertEqual(3, done.text.count('its folder is read-only'), done.text)
                self.assertEqual({name: NCCL for name in NAMES},
                                 {path.name: path.read_text() for path in self.configs.iterdir()})

    def test_read_only_file(self):
        self.project()
        (self.configs / 'b.py').chmod(0o440)
        self.assert_named(self.fix(), 'b.py', 'the file is read-only')
        (self.configs / 'b.py').chmod(MODE)
        self.assert_whole(['a.py', 'c.py'])

    def test_disk_full(self):
        """A file system without a free block, where a machine lets us make one."""
        self.project()
        folder = self.configs / 'full'
        folder.mkdir()
        mounted = os.geteuid() == 0 and subprocess.run(
            ['mount', '-t', 'tmpfs', '-o', 'size=16k', 'none', folder], capture_output=True).returncode == 0
        if not mounted:
            self.skipTest('no file system may be mounted here; see test_no_space')
        self.addCleanup(subprocess.run, ['umount', folder], check=True)
        (folder / 'd.py').write_text(NCCL)
        with open(folder / 'filler', 'wb', buffering=0) as filler, self.assertRaises(OSError):
            while True:
                filler.write(bytes(512))
        done = self.fix()
        self.assertEqual(2, done.code, done.text)
        self.assertIn('configs/full/d.py: cannot write: no space left', done.text)
        self.assertEqual(NCCL, (folder / 'd.py').read_text())
        self.assertEqual(['d.py', 'filler'], sorted(os.listdir(folder)))
        self.assertEqual([GOOD] * 3, [(self.configs / name).read_text() for name in NAMES])


if __name__ == '__main__':
    unittest.main(verbosity=2)
