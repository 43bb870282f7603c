"""What `mmlint check` calls fixable, `mmlint fix` fixes: both count the same plans."""

import collections
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ['MMLINT_SOURCE'])


def report(folder, *arguments):
    done = subprocess.run([os.environ['MMLINT'], *arguments, '.', '--target', 'gcu', '--format', 'json'], cwd=folder,
                          capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def counted(findings):
    return collections.Counter(finding['code'] for finding in findings)


class Fixable(unittest.TestCase):

    def promised_and_fixed(self, project):
        """How many findings check calls fixable and how many fix repairs, by code and with what grade."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder).resolve() / 'project'
            shutil.copytree(project, copy)
            found = report(copy, 'check')
            rules = found['summary']['rules']
            safe = collections.Counter({rule['code']: rule['fixable'] for rule in rules if rule['fixable']})
            both = safe + collections.Counter({rule['code']: rule['fixable_unsafe'] for rule in rules})
            fixed = report(copy, 'fix')
            self.assertEqual(safe, counted(fixed['fixed']))
            rest = report(copy, 'fix', '--unsafe')
            self.assertEqual(both, counted(fixed['fixed']) + counted(rest['fixed']))
            self.assertEqual(0, rest['summary']['fixable'] + rest['summary']['fixable_unsafe'])
            return both

    def test_t20(self):
        self.assertGreater(sum(self.promised_and_fixed(SOURCE / 'fixtures/t20').values()), 10)

    def test_what_fix_refuses_is_not_promised(self):
        """A wrapper in YAML, which mmlint does not edit."""
        self.assertIn('MM101', self.promised_and_fixed(SOURCE / 'fixtures/cli/data_check/input'))


if __name__ == '__main__':
    unittest.main()
