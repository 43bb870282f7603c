"""A rule reports the same, whichever other rules are selected: 40 sets of codes, each against all rules at once.

Facts about programs and launches are computed when a rule asks for them, and rules share them. So no finding may
depend on which rule asked before, or on how much.
"""

import json
import os
import random
import subprocess
import unittest
from pathlib import Path

MMLINT = os.environ.get('MMLINT', 'mmlint')
TOP = Path(__file__).resolve().parents[2]
FOLDERS = [TOP / 'fixtures/rules', TOP / 'fixtures/known_starts', TOP / 'tests/truth/launch']
SETS = 40
CODES = sorted(path.name[:5] for path in (TOP / 'rules').glob('MM???-*.json'))
# Rules that by design report less where another one is selected, which reports the cause at its own place:
LEFT_TO = {
    'MM201': 'MM503',  # the script builds the Runner without a process group
    'MM402': 'MM525',  # the script writes the wrapper into the config
    'MM504': 'MM622',  # the launch gives the backend
    'MM509': 'MM622',  # the launch gives the device
}
DEPENDS_ON_ALL = {'MM011'}  # a comment is unused if no rule that it names reports anything


def findings(folder, codes):
    """The findings of each rule as text, without what is said of fixes: it says which codes to select."""
    done = subprocess.run([MMLINT, 'check', '.', '--root', '.', '--target', 'gcu', '--format', 'json',
                           '--select', ','.join(codes)],
                          cwd=folder, capture_output=True, env={'LC_ALL': 'C.UTF-8', 'HOME': '/nonexistent'}, timeout=300)
    out = {}
    for each in json.loads(done.stdout)['diagnostics']:
        del each['fix']
        each['notes'] = [note for note in each['notes'] if not note.startswith('fix is not safe: ')]
        out.setdefault(each['code'], []).append(json.dumps(each, sort_keys=True))
    return out


class Selected(unittest.TestCase):

    def test_sets(self):
        for folder in FOLDERS:
            every = findings(folder, CODES)
            choose = random.Random(folder.name)
            for number in range(SETS):
                codes = choose.sample(CODES, choose.randint(1, len(CODES)))
                some = findings(folder, codes)
                for code in set(codes) - DEPENDS_ON_ALL:
                    with self.subTest(folder=folder.name, number=number, code=code):
                        reported = some.get(code, [])
                        if LEFT_TO.get(code, code) not in codes:
                            reported = [each for each in reported if each in every.get(code, [])]
                        self.assertEqual(reported, every.get(code, []))


if __name__ == '__main__':
    unittest.main()
