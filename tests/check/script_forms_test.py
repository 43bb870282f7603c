"""Every form that train scripts were seen to take (the forms S1, S2 ... of docs/forms.md) has its verdict, and every trap
is silent, in the files of fixtures/script_forms. There a comment at the end of a line says what is found on it, and how
bad that is; a line without one is right. Each form has a file in which it, or what looks like it, is right. A program of
several files is a folder: `p..._right` has no fault at all.
"""

import re
import shutil
import tempfile
import unittest
from pathlib import Path

from run_fixtures import FIXTURES, check, mmlint, read_tree

SCRIPTS = FIXTURES / 'script_forms'
FOUND = re.compile(r'  # (error|warning|info) (MM\d{3})$')
# Rules about no device.
EVERYWHERE = {'MM507', 'MM508', 'MM511', 'MM512', 'MM513', 'MM514', 'MM516', 'MM517', 'MM518',
              'MM520', 'MM521', 'MM523', 'MM526', 'MM528', 'MM529'}
# Traps T5 and T12 are in forms S37 and S6; trap T14, Markdown, is no script.
TRAPS = {1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 15, 16, 17, 18}


def expected():
    """{name: [(line, severity, code), ...]}."""
    found = {}
    for path in sorted((SCRIPTS / 'tools').rglob('*.py')):
        lines = enumerate(path.read_text(encoding='utf-8').splitlines(), 1)
        found[path.relative_to(SCRIPTS / 'tools').as_posix()] = [(number, *match.groups()) for number, line in lines if (match := FOUND.search(line))]
    return found


class ScriptForms(unittest.TestCase):

    maxDiff = None

    def test_verdicts(self):
        found = {name: [] for name in expected()}
        for diagnostic in check('.', SCRIPTS, '--root', '.'):
            place = diagnostic['line'], diagnostic['severity'], diagnostic['code']
            found.setdefault(diagnostic['path'].removeprefix('tools/'), []).append(place)
        for name, places in expected().items():
            with self.subTest(name):
                self.assertEqual(places, sorted(found.pop(name)))
        self.assertEqual({}, found, 'found in what is no script')

    def test_every_form_is_there(self):
        """Each with a file in which it is right; those of rules that no form has led to too."""
        names = list(expected())
        listed = re.findall(r'^\| S(\d+) \|', (FIXTURES.parent / 'docs/forms.md').read_text(encoding='utf-8'), re.MULTILINE)
        self.assertEqual({int(number) for number in listed}, {int(name[1:3]) for name in names if name[0] == 's'})
        self.assertEqual(TRAPS, {int(name[1:3]) for name in names if name[0] == 't'})
        for name, places in expected().items():
            right = f'{name.split("_")[0]}_right'
            self.assertTrue(name[0] in 'tp' or any(other.startswith(right) for other in names), f'no {right}')
            self.assertFalse('right' in name and places, name)

    def test_columns_count_characters(self):
        finding, = check('tools/t18_chinese.py', SCRIPTS)
        line = (SCRIPTS / 'tools/t18_chinese.py').read_text(encoding='utf-8').splitlines()[finding['line'] - 1]
        self.assertEqual("'eccl'", line[finding['column'] - 1:finding['end_column'] - 1])

    def test_elsewhere(self):
        """What is right is so on other targets too, and CUDA has but the faults of every machine."""
        wrong = {name for name, places in expected().items() if places}
        for target in ('cuda', 'rocm'):
            out = mmlint('check', '.', '--root', '.', '--target', target, '--format', 'concise', '--exit-zero', cwd=SCRIPTS)
            for line in (line for line in out.decode().splitlines() if '.py:' in line):
                name, code = re.match(r'tools/([\w/]+\.py):.* (MM\d{3}) ', line).groups()
                if code == 'MM552':  # torch_gcu is there on gcu only
                    continue
                with self.subTest(f'{target}: {line}'):
                    self.assertTrue(name in wrong)
                    self.assertTrue(code in EVERYWHERE or 'eccl' in line)

    def test_fixes(self):
        """A fix touches only what something was found in; scripts keep their first lines, and are done in
        one go."""
        with tempfile.TemporaryDirectory(prefix='mmlint-') as name:
            folder = Path(name).resolve() / 'copy'
            shutil.copytree(SCRIPTS, folder)
            before = read_tree(folder)
            mmlint('fix', '--unsafe', '--target', 'gcu', '.', cwd=folder)
            after = read_tree(folder)
            self.assertEqual(set(before), set(after))
            changed = {str(path).removeprefix('tools/') for path in before if before[path] != after[path]}
            self.assertEqual(set(), changed - {name for name, places in expected().items() if places})
            for path in after:
                if path.endswith('.py'):
                    compile(after[path], path, 'exec')
            self.assertTrue(after['tools/t17_coding.py'].startswith(
                b'# -*- coding: utf-8 -*-\nfrom __future__ import annotations\n'))
            mmlint('fix', '--unsafe', '--target', 'gcu', '.', cwd=folder)
            self.assertEqual(after, read_tree(folder))


if __name__ == '__main__':
    unittest.main(verbosity=2)
