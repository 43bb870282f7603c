"""What `mmlint check` calls fixable, `mmlint fix` fixes: both count the same plans."""

import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ['MMLINT_SOURCE'])

# The end of a text report says how many findings can be fixed.
FIXABLE = re.compile(r"\((\d+) fixable with 'mmlint fix( --unsafe)?'(?:, (\d+) more with --unsafe)?\)")


# Edits that touch are merged, and nobody counts the bytes of a file.
ABOUT_TEXT = re.compile(r'\bbytes? \d|two (of its )?edits')


def run(folder, *arguments, target='gcu'):
    environment = {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'}
    done = subprocess.run([os.environ['MMLINT'], *arguments, '.', '--root', '.', '--target', target], cwd=folder,
                          env=environment, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def report(folder, *arguments, target='gcu'):
    return json.loads(run(folder, *arguments, '--format', 'json', target=target))


def counted(findings):
    return collections.Counter(finding['code'] for finding in findings)


def placed(findings):
    return collections.Counter((finding['code'], finding['path']) for finding in findings)


def promised(text):
    """How many findings a text report calls fixable, without --unsafe and with it."""
    match = FIXABLE.search(text.strip().splitlines()[-1]) or FIXABLE.search(text)
    if not match:
        return 0, 0
    safe = 0 if match[2] else int(match[1])
    return safe, int(match[1]) + int(match[3] or 0)


def projects():
    """The folders that are judged as a project each."""
    for group in ('fixtures/check/*', 'fixtures/rules/*/bad-*', 'fixtures/cli/*fix*/input', 'fixtures/cli/data_*/input',
                  'tests/truth/scripts/*', 'tests/truth/launch/*'):
        yield from sorted(path for path in SOURCE.glob(group) if path.is_dir())


# The fixes of the rules on the right write a sampler or a loader, of which the rules on the left may speak then.
BROUGHT_BY = {'MM514': {'MM513'}, 'MM529': {'MM513', 'MM514'}}


def compared(project):
    """What is not as promised in a project, and how many fixes were promised."""
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / 'project'
        shutil.copytree(project, copy, symlinks=True)
        target = 'cpu'
        said = run(copy, 'check', target=target)
        text = promised(said)
        found = report(copy, 'check', target=target)
        both = found['summary']['fixable'], found['summary']['fixable'] + found['summary']['fixable_unsafe']
        if text != both:
            failures.append(f'check counts {text} as text and {both} as JSON')
        for options, grades in (((), ('safe',)), (('--unsafe',), ('safe', 'unsafe'))):
            wanted = placed(one for one in found['diagnostics'] if one['fix'] and one['fix']['safety'] in grades)
            other = placed(found['diagnostics']) - wanted
            if not options and wanted.total() == both[1]:
                continue  # the same fixes as with --unsafe
            shutil.rmtree(copy)
            shutil.copytree(project, copy, symlinks=True)
            outcome = report(copy, 'fix', *options, target=target)
            said += json.dumps([outcome['refused'], outcome['diagnostics']])
            fixed = placed(outcome['fixed'])
            # What only a fix has brought up, such as a comment that suppresses nothing any more, is fixed as well.
            codes = {place[0] for place in fixed}
            more = {place: count for place, count in (fixed - wanted).items()
                    if place in other and not codes & BROUGHT_BY.get(place[0], set())}
            if wanted - fixed or more:
                failures.append(f'fix {" ".join(options)} leaves {dict(wanted - fixed)} and repairs {more} besides')
    if match := ABOUT_TEXT.search(said):
        failures.append(f'a message says {match[0]!r}')
    return failures, both[1]


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

    def test_every_project_here(self):
        """As text, which tries less, as JSON, and by fix itself, with --unsafe and without."""
        step = 6 if os.environ.get('MMLINT_SANITIZE') else 1  # the sanitizers look for crashes: some will do
        total, folders = 0, list(projects())[::step]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for project, (failures, count) in zip(folders, pool.map(compared, folders)):
                total += count
                with self.subTest(project=project.relative_to(SOURCE).as_posix()):
                    self.assertEqual([], failures)
        self.assertGreater(step * len(folders), 250)
        self.assertGreater(step * total, 70)


if __name__ == '__main__':
    unittest.main()
