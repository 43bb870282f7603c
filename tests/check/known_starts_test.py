"""What a known start of a script decides: a default that it leaves as it is, a value that it gives, a subcommand that
it names. In each project of fixtures/known_starts a comment at the end of a line says what is found on it, and how bad
that is; a line without one is right.
"""

import re
import unittest

from run_fixtures import FIXTURES, check

PROJECTS = FIXTURES / 'known_starts'
FOUND = re.compile(r'  # (error|warning|info) (MM\d{3})$')


def expected(project):
    """[(path, line, severity, code), ...]."""
    return [(path.relative_to(project).as_posix(), number, *match.groups()) for path in sorted(project.rglob('*.*'))
            for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1)
            if (match := FOUND.search(line))]


def found(name):
    return check('.', PROJECTS / name, '--root', '.')


class KnownStarts(unittest.TestCase):

    maxDiff = None

    def test_verdicts(self):
        projects = sorted(PROJECTS.iterdir())
        self.assertTrue(projects)
        for project in projects:
            with self.subTest(project.name):
                places = [(one['path'], one['line'], one['severity'], one['code']) for one in found(project.name)]
                self.assertEqual(expected(project), sorted(places))

    def test_origin(self):
        """What only a start makes wrong names that start."""
        for name in 'device_joined', 'device_of_tensor':
            with self.subTest(name):
                finding, = found(name)
                self.assertTrue(any('run.sh:2' in note for note in finding['notes']), finding['notes'])

    def test_reason(self):
        """Why a default is only information is said."""
        for name in 'command_given', 'command_through_wrapper', 'abbreviation_given', 'other_command':
            with self.subTest(name):
                finding, = found(name)
                self.assertTrue(any('each known start passes another value' in note for note in finding['notes']),
                                finding['notes'])
        finding, = found('card_left_out')
        self.assertIn('no known start of the script gets here', finding['notes'])
        caught = [note for finding in found('exception_caught') for note in finding['notes'] if 'caught' in note]
        self.assertEqual(['caught in train.py, line 17: training goes on', 'caught in line 13: training goes on',
                          'caught in line 19: training goes on'], caught)
        finding, = found('heir_started')
        self.assertTrue(any('names a config that inherits this one' in note for note in finding['notes']))
        twin = found('base_of_no_config')[-1]
        self.assertIn('no config inherits this base, and no known start names it', twin['notes'])


if __name__ == '__main__':
    unittest.main(verbosity=2)
