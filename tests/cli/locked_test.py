"""Runs of `fix` over one folder exclude one another by a lock on it; a lock of another program stops none for ever."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import binary

CONFIG = "model = dict(type='A')\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\nenv_cfg = dict(dist_cfg=dict(backend='nccl'))\n"
HOLD = """\
import fcntl, os, sys, time
fcntl.flock(os.open('.', os.O_RDONLY), fcntl.LOCK_EX)
print(flush=True)
time.sleep(int(sys.argv[1]))
"""


class Locked(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-')
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name).resolve()
        (self.dir / 'mmlint.toml').write_text('')
        self.config = self.dir / 'a.py'
        self.config.write_text(CONFIG)

    def other_program(self, seconds):
        """Starts a program that holds the lock for some seconds."""
        holder = subprocess.Popen([sys.executable, '-c', HOLD, str(seconds)], cwd=self.dir, stdout=subprocess.PIPE)
        self.addCleanup(holder.communicate)
        self.addCleanup(holder.kill)
        holder.stdout.readline()
        return holder

    def assert_fixed(self):
        self.assertIn('gloo', self.config.read_text())

    def test_guard_around_the_run(self):
        """`flock FOLDER mmlint fix FOLDER` locks the folder for this run; so does a shell by a descriptor."""
        if shutil.which('flock') is None:
            self.skipTest('flock is needed')
        for command in ('flock . "$0" fix .', 'flock -o . "$0" fix .', 'exec 9< .; flock 9; "$0" fix .'):
            with self.subTest(command):
                self.config.write_text(CONFIG)
                done = subprocess.run(['bash', '-c', command, binary.MMLINT], cwd=self.dir, timeout=60,
                                      capture_output=True, env=binary.ENVIRONMENT)
                self.assertEqual((0, b''), (done.returncode, done.stderr))
                self.assert_fixed()

    def test_lock_of_who_started_it(self):
        descriptor = os.open(self.dir, os.O_RDONLY | os.O_CLOEXEC)
        self.addCleanup(os.close, descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        done = binary.run('fix', '.', cwd=self.dir)
        self.assertEqual((0, b''), (done.code, done.err))
        self.assert_fixed()

    def test_another_program(self):
        """It is waited for some seconds, then named."""
        holder = self.other_program(seconds=60)
        for arguments in (['fix', '.'], ['port', 'a.py', '-o', 'b.py']):
            with self.subTest(arguments[0]):
                done = binary.run(*arguments, cwd=self.dir, timeout=30)
                self.assertEqual((2, b''), (done.code, done.out))
                self.assertIn(f'{self.dir}: is locked by python', done.err.decode())
                self.assertIn(f'(process {holder.pid}), so nothing was changed', done.err.decode())
        self.assertEqual(CONFIG, self.config.read_text())
        self.assertEqual(['a.py', 'mmlint.toml'], sorted(os.listdir(self.dir)))
        self.assertEqual(1, binary.run('fix', '--diff', '.', cwd=self.dir).code)

    def test_it_is_let_go(self):
        self.other_program(seconds=1)
        done = binary.run('fix', '.', cwd=self.dir)
        self.assertEqual((0, b''), (done.code, done.err))
        self.assert_fixed()

    def test_another_run(self):
        """It is waited for as long as it lives, and after some seconds that is said."""
        os.mkfifo(self.dir / 'report')
        first = binary.start('fix', '.', '--output', 'report', cwd=self.dir)  # has the lock until its report is read
        self.addCleanup(first.communicate)
        self.addCleanup(first.kill)
        while 'nccl' in self.config.read_text():
            time.sleep(0.01)
        self.config.write_text(CONFIG)
        second = binary.start('fix', '.', cwd=self.dir)
        self.addCleanup(second.kill)
        time.sleep(7)
        self.assertIsNone(second.poll())
        self.assertEqual(CONFIG, self.config.read_text())
        first.send_signal(signal.SIGTERM)
        out, err = second.communicate(timeout=60)
        self.assertEqual(0, second.returncode, err)
        self.assertEqual(f'mmlint: waiting for {Path(binary.MMLINT).name[:15]} (process {first.pid}), which works in '
                         f'{self.dir}\n', err.decode())
        self.assert_fixed()


if __name__ == '__main__':
    unittest.main(verbosity=2)
