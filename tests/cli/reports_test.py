"""A report or a baseline takes the place of an earlier one as a whole, or leaves it as it was, wherever it goes."""

import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import binary

CONFIG = "model = dict(type='A')\ntrain_dataloader = dict(batch_size=2)\nenv_cfg = dict(dist_cfg=dict(backend='nccl'))\n"
OLD = 'an earlier report\n' * 300


def at_most_1024_bytes():
    """For a process that is about to start: a larger file is an error of its write, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))


class Reports(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-')
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name).resolve()
        self.dir.chmod(0o755)
        for name in 'abcdefghij':
            (self.dir / f'{name}_{"long" * 20}.py').write_text(CONFIG)

    def run_to_end(self, *arguments, **more):
        process = binary.start(*arguments, cwd=self.dir, **more)
        out, err = process.communicate(timeout=60)
        return process.returncode, err.decode()

    def test_no_room(self):
        for option in (['--write-baseline'], ['--format', 'json', '--output']):
            with self.subTest(option[-1]):
                target = self.dir / 'there'
                target.unlink(missing_ok=True)
                self.run_to_end('check', '.', *option, 'there')
                old = target.read_text()
                code, err = self.run_to_end('check', '.', *option, 'there', preexec_fn=at_most_1024_bytes)
                self.assertEqual(2, code, err)
                self.assertIn('there: cannot write: the file would be larger than the system allows', err)
                self.assertEqual(old, target.read_text())
                code, err = self.run_to_end('check', '.', *option, 'new', preexec_fn=at_most_1024_bytes)
                self.assertEqual(2, code, err)
                self.assertFalse((self.dir / 'new').exists())
        self.assertEqual([], list(self.dir.glob('.mmlint-*')))

    def test_full_disk(self):
        """A file of a file system that has no free block any more, where a machine lets us make one."""
        folder = self.dir / 'full'
        folder.mkdir()
        if os.geteuid() != 0 or subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=16k', 'none', folder],
                                               capture_output=True).returncode != 0:
            self.skipTest('no file system may be mounted here; see test_no_room')
        self.addCleanup(subprocess.run, ['umount', folder], check=True)
        (folder / 'report.json').write_text(OLD)
        with open(folder / 'filler', 'wb', buffering=0) as filler, self.assertRaises(OSError):
            while True:
                filler.write(bytes(512))
        code, err = self.run_to_end('check', '.', '--format', 'json', '--output', 'full/report.json')
        self.assertEqual(2, code, err)
        self.assertIn('no space left', err)
        self.assertEqual(OLD, (folder / 'report.json').read_text())

    def test_written_in_place(self):
        """Where nothing else can take its place: behind a link, and in a folder that is closed."""
        (self.dir / 'real').write_text(OLD)
        (self.dir / 'link').symlink_to('real')
        code, err = self.run_to_end('check', '.', '--format', 'json', '--output', 'link')
        self.assertEqual(1, code, err)
        self.assertTrue((self.dir / 'link').is_symlink())
        self.assertTrue((self.dir / 'real').read_text().startswith('{'))
        closed = self.dir / 'closed'
        closed.mkdir()
        (closed / 'report').write_text(OLD)
        (closed / 'report').chmod(0o666)
        closed.chmod(0o555)
        done = binary.run('check', '.', '--format', 'json', '--output', 'closed/report', cwd=self.dir, as_nobody=True)
        closed.chmod(0o755)
        self.assertEqual(1, done.code, done.text)
        self.assertTrue((closed / 'report').read_text().startswith('{'))

    def test_pipe_that_nobody_reads(self):
        """It is waited for, as every program does, until a signal ends that."""
        os.mkfifo(self.dir / 'pipe')
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number.name):
                process = binary.start('check', '.', '--output', 'pipe', cwd=self.dir)
                self.addCleanup(process.kill)
                waiting = Path(f'/proc/{process.pid}/wchan')
                end = time.monotonic() + 1
                while time.monotonic() < end and 'fifo' not in waiting.read_text():
                    time.sleep(0.05)
                process.send_signal(number)
                process.communicate(timeout=20)
                self.assertEqual(128 + number, process.returncode)

    def test_pipe(self):
        os.mkfifo(self.dir / 'pipe')
        process = binary.start('check', '.', '--format', 'json', '--output', 'pipe', cwd=self.dir)
        self.addCleanup(process.kill)
        self.assertTrue((self.dir / 'pipe').read_text().startswith('{'))
        process.communicate(timeout=60)
        self.assertEqual(1, process.returncode)


if __name__ == '__main__':
    unittest.main(verbosity=2)
