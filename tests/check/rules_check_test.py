"""`mmlint rules --check` judges our own rules by fixtures/rules, and sees an example that contradicts its rule."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ['MMLINT_SOURCE'])
EXAMPLES = SOURCE / 'fixtures/rules'


def judge(examples, *more):
    """(exit code, lines that it printed, without what the last one counts; these counts)."""
    done = subprocess.run([os.environ['MMLINT'], 'rules', '--check', SOURCE / 'rules', '--examples', examples, *more],
                          cwd=examples, capture_output=True, text=True)
    *lines, summary = done.stdout.splitlines() or ['']
    assert done.stderr == '', done.stderr
    return done.returncode, lines, list(map(int, re.findall(r'\d+', summary)))


class RulesCheck(unittest.TestCase):

    def test_our_own_rules(self):
        code, lines, counts = judge(EXAMPLES)
        self.assertEqual((0, []), (code, lines))
        names = {re.sub(r'(\.fixed)?\.\w+$', '', str(path)) if path.is_file() else str(path)
                 for path in EXAMPLES.glob('*/*')}
        self.assertEqual([len(list((SOURCE / 'rules').glob('MM*.json'))), len(names), 0], counts)

    def contradicted(self, name, old, new):
        """What is said of the rule when one file of its examples says `new` in the place of `old`."""
        rule = name.partition('/')[0]
        with tempfile.TemporaryDirectory() as folder:
            examples = Path(folder).resolve()
            shutil.copytree(EXAMPLES / rule, examples / rule)
            path = examples / name
            text = path.read_bytes().decode()
            self.assertIn(old, text)
            path.write_bytes(text.replace(old, new, 1).encode())
            code, lines, counts = judge(examples, rule)
            self.assertEqual((1, len(lines)), (code, counts[2]))
            return lines

    def test_a_marker_at_another_place(self):
        self.assertEqual(2, len(self.contradicted('MM101/bad-01.py', '#  ', '# ')))

    def test_a_finding_without_a_marker(self):
        line, = self.contradicted('MM011/bad-02.py', 'ignore[MM008]\n#                ^^^^^ MM011\n', 'ignore[MM008]\n')
        self.assertTrue(line.startswith('MM011/bad-02.py:5: expected nothing, and found MM011 at columns 18-22'), line)

    def test_another_fixed_text(self):
        line, = self.contradicted('MM101/bad-01.fixed.py', "backend='gloo'", "backend='mpi'")
        self.assertTrue(line.startswith("MM101/bad-01.fixed.py:6: expected '    dist_cfg=dict(backend='mpi'"), line)

    def test_a_good_example_that_is_bad(self):
        line, = self.contradicted('MM101/good-02.py', "backend='GLOO'", "backend='nccl'")
        self.assertTrue(line.startswith('MM101/good-02.py:3: expected nothing, and found MM101 at columns '), line)


if __name__ == '__main__':
    unittest.main()
