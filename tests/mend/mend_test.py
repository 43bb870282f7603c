"""Runs the projects of projects/ on the stand-in of one target, as they are and after `mmlint fix --unsafe`, and
compares the outcomes with expected.json.

    mend_test.py TARGET [--update]

`as_is` in the table is the outcome of the project as it is, with its error; it must be the same. `fixed` is the outcome
after the fix: one that is worse than the table fails. --update writes the outcomes as they are and those that are
better after the fix."""

import functools
import json
import sys
import unittest

import run

# DIED and REFUSED are equal: a fix may mend some of a project before it mends the whole.
RANK = {'NOTHING': 0, 'DIED': 1, 'REFUSED': 1, 'PARTLY': 2, 'TRAINED': 3}
TABLE = run.HERE / 'expected.json'
TARGET = sys.argv[1]
UPDATE = '--update' in sys.argv


def table():
    return json.loads(TABLE.read_text()) if TABLE.exists() else {}


def write(rows):
    """Writes the rows of this target."""
    whole = {**table(), TARGET: rows}
    TABLE.write_text(json.dumps({target: whole[target] for target in sorted(whole)}, indent=1, sort_keys=True) + '\n')


@functools.cache
def results(mode):
    """{project: result} of all projects in one mode."""
    launches = run.index()
    known = results('as-is') if mode == 'fix' else {}
    jobs = [(run.PROJECTS / name, TARGET, mode, launches, known.get(name)) for name in sorted(launches)]
    return {result.project: result for result in run.run_all(jobs)}


class MendTest(unittest.TestCase):
    def compare(self, mode, key, said, is_wrong):
        """Compares `said(result)` of each project with the table; `is_wrong(old, new)` finds what fails."""
        rows = table().get(TARGET, {})
        for name, result in results(mode).items():
            old, new = rows.get(name, {}).get(key), said(result)
            if UPDATE and (old is None or not is_wrong(old, new) or key == 'as_is'):
                rows.setdefault(name, {})[key] = old = new
            elif old != new and not is_wrong(old, new):
                print(f'{name} on {TARGET}: {new} is not worse than {old}; --update writes it')
            with self.subTest(project=name, target=TARGET):
                self.assertIsNotNone(old, f'not in {TABLE.name}: {new}')
                self.assertFalse(is_wrong(old, new), f'expected {old!r}: {result.verdict}\n{result.diff}\n'
                                                     f'{result.output[-3000:]}')
        if UPDATE:
            write(rows)

    def test_a_project_as_it_is_ends_as_recorded(self):
        self.compare('as-is', 'as_is', lambda result: str(result.verdict), lambda old, new: old != new)

    def test_no_project_is_worse_after_the_fix_than_recorded(self):
        self.compare('fix', 'fixed', lambda result: result.verdict.outcome, lambda old, new: RANK[new] < RANK[old])

    def test_what_does_not_train_after_the_fix_is_reported(self):
        for name, result in results('fix').items():
            if result.verdict.outcome in ('DIED', 'NOTHING', 'REFUSED'):
                with self.subTest(project=name, target=TARGET):
                    self.assertTrue(result.fixed.left, f'mmlint reports nothing: {result.verdict}\n{result.diff}')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
