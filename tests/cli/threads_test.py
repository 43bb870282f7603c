"""Eight threads say what one says: `check`, `fix --diff` and `show` of all fixtures. In the build with the thread
sanitizer (scripts/variant tsan -L threads) a race of them fails as well."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import binary

FIXTURES = Path(__file__).resolve().parents[2] / 'fixtures'


def said(jobs, *arguments):
    """(exit code, standard output, standard error)."""
    with tempfile.TemporaryFile() as out:
        done = subprocess.run([binary.MMLINT, *arguments, '--jobs', str(jobs), '.'], stdout=out, cwd=FIXTURES,
                              stderr=subprocess.PIPE, env=binary.ENVIRONMENT, timeout=800)
        out.seek(0)
        return done.returncode, out.read(), done.stderr.decode(errors='replace')


class Threads(unittest.TestCase):
    maxDiff = 4000

    def compare(self, *arguments):
        one, many = (said(jobs, *arguments) for jobs in (1, 8))
        self.assertEqual(many[0], 1, many[2][-6000:])  # they hold files with errors
        self.assertEqual(one[2], many[2])
        self.assertEqual(one[1], many[1])
        self.assertGreater(len(one[1]), 100_000)

    def test_check(self):
        self.compare('check', '--format', 'json', '--target', 'gcu')

    def test_fix(self):
        self.compare('fix', '--diff', '--unsafe', '--target', 'gcu')

    def test_show(self):
        self.compare('show', '--origins', '--format', 'jsonl')


if __name__ == '__main__':
    unittest.main()
