"""On a terminal lines end at its width, and a run that takes long says what it does."""

import os
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import binary

CONFIG = """model = dict(type='M')
train_dataloader = dict()
env_cfg = dict(dist_cfg=dict(backend='nccl'))
"""


def is_as_it_is(line):
    """True for a line of the source with what is marked in it, and for the command to run next."""
    return ' | ' in line[:8] or 'mmlint fix' in line


class Terminal(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-')
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name).resolve()
        (self.dir / 'a.py').write_text(CONFIG)

    def check(self, *arguments, **more):
        return binary.run_on_terminal('check', 'a.py', '--color', 'never', *arguments, cwd=self.dir, **more)

    def test_lines_end_at_the_edge(self):
        whole = self.check()
        for columns in (60, 80, 100):
            text = self.check(columns=columns)
            self.assertGreater(text.count('\n'), whole.count('\n'))
            self.assertEqual(whole.split(), text.split())
            for line in text.splitlines():
                if len(line) > columns and not is_as_it_is(line):
                    self.assertEqual(1, len(line.split()), line)  # one word that is longer

    def test_chinese(self):
        text = self.check('--lang', 'zh', columns=60)
        for line in text.splitlines():
            width = sum(2 if ord(c) > 0x2E80 else 1 for c in line)
            if width > 60 and not is_as_it_is(line):
                self.fail(line)

    def test_the_command_to_run_next_is_one_line(self):
        last = self.check(columns=40).splitlines()[-1]
        self.assertEqual('Next, see what the 2 safe fixes change: mmlint fix a.py --diff', last)

    def test_a_file_has_long_lines(self):
        self.check('--output', 'out.txt', columns=60)
        self.assertGreater(max(map(len, (self.dir / 'out.txt').read_text().splitlines())), 150)

    def test_a_slow_run_says_what_it_does(self):
        out, into = os.pipe()
        timer = threading.Timer(1.6, lambda: (os.write(into, CONFIG.encode()), os.close(into)))
        timer.start()
        text = binary.run_on_terminal('check', '-', cwd=self.dir, errors=True, stdin=out)
        timer.join()
        os.close(out)
        self.assertIn('\r\x1b[Kmmlint: reading the project (1 s)', text)
        told, _, report = text.rpartition('\r\x1b[K')  # the line is taken away in front of the report
        self.assertIn('reading', told)
        self.assertNotIn('reading', report)
        self.assertIn('cannot start on gcu', report)

    def test_a_fast_run_says_nothing_more(self):
        self.assertNotIn('reading the project', self.check(errors=True))

    def test_nothing_is_told_elsewhere(self):
        with subprocess.Popen([binary.MMLINT, 'check', '-'], cwd=self.dir, env=binary.ENVIRONMENT, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            threading.Timer(1.4, running.stdin.close).start()
            self.assertEqual(b'', running.stderr.read())
            running.stdout.read()


if __name__ == '__main__':
    unittest.main()
