"""The fixtures through `check` and `fix`: every marked finding, once, and nothing else; the fixed
project is clean, stable, the same by every road, and MMEngine still reads the same values from it.

Environment: MMLINT, the binary; MMLINT_JUDGE_PYTHON, a Python with mmengine-lite (optional). With
--with-mmengine that Python is made below MMLINT_BUILD (downloads), and only what it judges is run. With the names
of folders of fixtures/check only these are judged.
"""

import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import markers

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parents[1] / 'fixtures'
T20 = FIXTURES / 't20'
OTHERS = sorted(FIXTURES.glob('check/*/'))
# What no safe fix exists for; all else that t20 holds must be gone after `fix`.
UNFIXABLE = {'MM002', 'MM006', 'MM201', 'MM306', 'MM401'}
# What stands for {{_base_.data_root}} while MMEngine loads a config.
RANDOM_TEXT = re.compile('_data_root_[0-9a-f]{6}')
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1'}


def mmlint(*arguments, cwd, codes=(0, 1)):
    """Runs the binary and returns its standard output as bytes; any other exit code is a failure."""
    command = [os.environ['MMLINT'], *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, timeout=300)
    if done.returncode not in codes:
        raise AssertionError(
            f'{" ".join(command[1:])} ended with {done.returncode}, not one of {codes}\n'
            f'{done.stdout.decode(errors="replace")[-3000:]}\n{done.stderr.decode(errors="replace")}')
    return done.stdout


def check(folder, cwd, *more):
    out = mmlint('check', '--format', 'json', '--target', 'gcu', '--exit-zero', folder, *more,
                 cwd=cwd, codes=(0,))
    return [each for each in json.loads(out)['diagnostics'] if not is_open(each)]


def is_open(diagnostic):
    """That nothing starts the configs is true of every folder of configs without scripts; the examples of MM201
    are its test."""
    return diagnostic['code'] == 'MM201' and diagnostic['severity'] == 'info'


def place_of(diagnostic, folder, cwd):
    """A diagnostic as a marker would say it: the part of its span that is on its first line."""
    path = (Path(cwd) / diagnostic['path']).resolve()
    end = diagnostic['end_column']
    if diagnostic['end_line'] != diagnostic['line']:
        end = len(markers.read_text(path)[diagnostic['line'] - 1].rstrip()) + 1
    name = path.relative_to((Path(cwd) / folder).resolve()).as_posix()
    return markers.Place(name, diagnostic['line'], diagnostic['column'], end, diagnostic['code'])


def compare(folder, expected, found, messages=None):
    """The differences of two lists of places as text with carets; empty when they are equal."""
    text = []
    for title, places in (('missing', collections.Counter(expected) - collections.Counter(found)),
                          ('not marked', collections.Counter(found) - collections.Counter(expected))):
        for place, count in sorted(places.items()):
            line = markers.read_text(folder / place.path)[place.line - 1]
            text.append(f'{title}: {place}' + (f' ({count} times)' if count > 1 else ''))
            text.append(f'    {line}\n    {" " * (place.begin - 1)}{"^" * (place.end - place.begin)}')
            if messages and title == 'not marked':
                text.append(f'    {messages.get(place, "")}')
    return '\n'.join(text)


def judge(folder, cwd):
    """Compares what mmlint finds in a folder with its markers."""
    diagnostics = check(folder, cwd)
    found = [place_of(diagnostic, folder, cwd) for diagnostic in diagnostics]
    messages = {place: diagnostic['message'] for place, diagnostic in zip(found, diagnostics)}
    root = Path(cwd) / folder
    return compare(root, markers.parse_tree(root), found, messages)


def read_tree(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(Path(folder).rglob('*'))
            if path.is_file() and '.git' not in path.relative_to(folder).parts}


def write_tree(folder, files):
    """Writes files into a fresh git repository."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    git(folder, 'init', '-q')
    git(folder, 'config', 'core.autocrlf', 'false')
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'as it was')


def git(folder, *arguments, stdin=None):
    identity = ['-c', 'user.name=mmlint', '-c', 'user.email=mmlint@example.org']
    done = subprocess.run(['git', *identity, *arguments], cwd=folder, input=stdin, capture_output=True)
    if done.returncode != 0:
        raise AssertionError(f'git {arguments[0]} in {folder}: {done.stderr.decode(errors="replace")}')
    return done.stdout


def renamed(files, names):
    """Renames files and folders, also where other files speak of them."""
    result = {}
    for path, content in files.items():
        for old, new in names:
            path = path.replace(old, new)
            if path.endswith('.py'):
                content = content.replace(old.encode(), new.encode())
        result[path] = content
    return result


def python_only(change):
    return lambda files: {path: change(content) if path.endswith('.py') else content
                          for path, content in files.items()}


VARIANTS = {
    'plain': lambda files: files,
    'crlf': python_only(lambda content: content.replace(b'\n', b'\r\n')),
    'no final newline': python_only(lambda content: content.rstrip(b'\n')),
    'chinese names': lambda files: renamed(files, [
        ('default_runtime.py', '默认运行.py'), ('fcn-unet_own-wrapper', '自己的包装'),
        ('standalone/', '单个文件/')]),
    'spaces': lambda files: renamed(files, [
        ('segformer/', 'seg former/'), ('schedule_20k.py', 'schedule 20k.py'),
        ('default_runtime.py', 'default runtime.py'), ('tiny_no_env', 'tiny no env')]),
}


class Check(unittest.TestCase):
    """`check` finds what is marked."""

    def test_t20(self):
        """Called as the README says: from the top of the repository, with a relative path."""
        self.assertEqual('', judge('fixtures/t20', FIXTURES.parent))

    def test_t20_is_rich_enough(self):
        places = markers.parse_tree(T20)
        self.assertGreaterEqual(len(places), 14)
        self.assertGreaterEqual(len({place.path for place in places}), 9)

    def test_others(self):
        for folder in OTHERS:
            with self.subTest(folder.name):
                self.assertEqual('', judge(folder, FIXTURES.parent))
        print(f'{len(OTHERS)} folders')

    def test_single_files(self):
        """A passed leaf gets the causes it reaches, also those in bases that were not passed."""
        diagnostics = check('configs/segformer/segformer_mit-b2_1xb4-20k_orchard-512x512.py', T20)
        found = sorted((Path(d['path']).name, d['code']) for d in diagnostics)
        self.assertEqual([('default_runtime.py', 'MM101'), ('default_runtime.py', 'MM201'),
                          ('default_runtime.py', 'MM301'),
                          ('segformer_mit-b2_1xb4-20k_orchard-512x512.py', 'MM306')], found)
        self.assertEqual([], check('configs/cpu', T20))

    def test_right_targets_are_silent(self):
        """On CUDA and ROCm nccl, device_ids and SyncBN are right; eccl is wrong everywhere."""
        for target in ('cuda', 'rocm'):
            out = mmlint('check', '--format', 'json', '--target', target, '--exit-zero', T20,
                         cwd=FIXTURES, codes=(0,))
            diagnostics = json.loads(out)['diagnostics']
            self.assertEqual(['MM002', 'MM006', 'MM101', 'MM309', 'MM309'],
                             sorted(d['code'] for d in diagnostics), target)
            self.assertEqual(["backend 'eccl'"], [d['message'][:14] for d in diagnostics
                                                  if d['code'] == 'MM101'])

    def test_exit_codes(self):
        mmlint('check', T20, cwd=FIXTURES, codes=(1,))
        mmlint('check', T20 / 'configs/cpu', cwd=FIXTURES, codes=(0,))


class Fix(unittest.TestCase):
    """`fix` on copies of t20."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix='mmlint-')
        self.addCleanup(self.temporary.cleanup)
        self.count = 0
        self.original = read_tree(T20)

    def copy(self, files):
        self.count += 1
        folder = Path(self.temporary.name).resolve() / f'copy{self.count}' / 'project'
        folder.mkdir(parents=True)
        write_tree(folder, files)
        return folder

    def assert_same_trees(self, left, right, what):
        ours, theirs = read_tree(left), read_tree(right)
        different = [name for name in sorted(ours.keys() | theirs.keys())
                     if ours.get(name) != theirs.get(name)]
        self.assertEqual([], different, what)

    def fix_by_both_roads(self, files, start):
        """`fix` and `fix --diff | git apply`, both run in the folder `start`; returns the fixed copy."""
        direct, applied = self.copy(files), self.copy(files)
        mmlint('fix', '--target', 'gcu', '.', cwd=direct / start)
        before = read_tree(applied)
        diff = mmlint('fix', '--target', 'gcu', '--diff', '.', cwd=applied / start, codes=(1,))
        self.assertEqual(before, read_tree(applied), 'fix --diff wrote something')
        git(applied / start, 'apply', stdin=diff)
        self.assert_same_trees(direct, applied, f'fix and git apply differ, run in {start}')
        return direct

    def test_variants(self):
        for name, change in VARIANTS.items():
            with self.subTest(name):
                files = change(self.original)
                self.assertEqual(name != 'plain', files != self.original)
                source = self.copy(files)
                self.assertEqual('', judge(source, source))
                fixed = self.fix_by_both_roads(files, '.')
                self.assert_clean(source, fixed)
                self.assert_stable(fixed)
                self.assert_same_meaning(source, fixed)
                if name == 'crlf':
                    for path, content in read_tree(fixed).items():
                        if path.endswith('.py'):
                            self.assertEqual(content.count(b'\n'), content.count(b'\r\n'), path)
                if name == 'no final newline':
                    for path, content in files.items():
                        if path.endswith('.py') and (fixed / path).read_bytes() == content:
                            self.assertFalse(content.endswith(b'\n'))

    def test_subfolders(self):
        for start in ('configs', 'configs/segformer', 'configs/unet', 'configs/lazy'):
            with self.subTest(start):
                source = self.copy(self.original)
                fixed = self.fix_by_both_roads(self.original, start)
                outside = [path for path, content in read_tree(fixed).items()
                           if content != self.original[path] and not path.startswith(start + '/')]
                self.assertEqual([], outside, 'a file outside the passed folder was edited')
                self.assert_same_meaning(source, fixed, only=start)

    def test_at_leaf(self):
        """No base is edited, and yet every runnable config is right: a leaf that says a wrong value itself
        is corrected in place."""
        source, fixed = self.copy(self.original), self.copy(self.original)
        mmlint('fix', '--target', 'gcu', '--at', 'leaf', '.', cwd=fixed)
        changed = [path for path, content in read_tree(fixed).items() if content != self.original[path]]
        self.assertEqual([], [path for path in changed if '_base_' in path])
        self.assert_same_meaning(source, fixed)
        self.assertEqual(b'', mmlint('fix', '--target', 'gcu', '--at', 'leaf', '--diff', '.', cwd=fixed,
                                     codes=(0,)))

    def test_others(self):
        for folder in OTHERS:
            with self.subTest(folder.name):
                files = read_tree(folder)
                source, fixed = self.copy(files), self.copy(files)
                mmlint('fix', '--target', 'gcu', '.', cwd=fixed)
                self.assert_stable(fixed)
                self.assert_same_meaning(source, fixed, everything=False)

    def assert_clean(self, source, fixed):
        """Only what has no safe fix is left, and all of that."""
        left = check('.', fixed)
        safe = [f'{d["path"]}:{d["line"]} {d["code"]} {d["message"]}' for d in left
                if d['fix'] is not None and d['fix']['safety'] == 'safe']
        self.assertEqual([], safe)
        expected = sorted((place.path, place.code) for place in markers.parse_tree(source)
                          if place.code in UNFIXABLE)
        places = [place_of(diagnostic, fixed, fixed) for diagnostic in left]
        self.assertEqual(expected, sorted((place.path, place.code) for place in places))

    def assert_stable(self, fixed):
        before = read_tree(fixed)
        self.assertEqual(b'', mmlint('fix', '--target', 'gcu', '--diff', '.', cwd=fixed, codes=(0,)))
        mmlint('fix', '--target', 'gcu', '.', cwd=fixed)
        self.assertEqual(before, read_tree(fixed), 'the second fix changed something')

    def assert_same_meaning(self, source, fixed, only='', everything=True):
        """MMEngine loads what it loaded, nothing moved but what the fixes are for, and every runnable
        config below `only` is right now (unless not `everything` can be repaired)."""
        python = os.environ.get('MMLINT_JUDGE_PYTHON')
        if not python:
            print('not compared with MMEngine: MMLINT_JUDGE_PYTHON is not set')
            return
        out = subprocess.run([python, HERE / 'judge.py', source, fixed], capture_output=True, check=True)
        verdict = json.loads(out.stdout)
        for name, facts in verdict['configs'].items():
            before, after = facts['before'], facts['after']
            self.assertEqual('error' in before, 'error' in after, f'{name}: {facts}')
            if 'error' in before:
                self.assertEqual(before['error'].replace(str(source), ''),
                                 after['error'].replace(str(fixed), ''))
                continue
            if not (before['runnable'] and before['distributed'] and name.startswith(only)):
                continue
            for key in ('broadcast_buffers', 'find_unused_parameters'):
                self.assertEqual(before[key], after[key], f'{name}: {key}')
            if everything:
                self.assertEqual('gloo', after['backend'], name)
                self.assertIn(after['device_ids'], ('None', '[]'), name)
                self.assertEqual('None', after['output_device'], name)
                kind = before['wrapper_type'] or 'MMDistributedDataParallel'
                self.assertEqual(kind.rpartition('.')[2], after['wrapper_type'], name)
        for name, key, before, after in verdict['changed']:
            allowed = {
                'env_cfg.dist_cfg.backend': before in ("'nccl'", "'eccl'") and after == "'gloo'",
                'env_cfg.dist_cfg': before is None and after == "{'backend': 'gloo'}",
                'env_cfg': before is None and "'dist_cfg': {'backend': 'gloo'}" in (after or ''),
                'model_wrapper_cfg': before in (None, 'None') and "'device_ids': None" in (after or ''),
                'model_wrapper_cfg.device_ids': after == 'None',
                'model_wrapper_cfg.output_device': after == 'None',
                'model_wrapper_cfg.type': '.' in (before or '') and after == "'MMDistributedDataParallel'",
            }
            language = key.endswith('_delete_') and after is None or RANDOM_TEXT.search(before or '')
            self.assertTrue(allowed.get(key, language),
                            f'{name}: {key} went from {before} to {after}')


class SelfTest(unittest.TestCase):
    """The harness itself can fail."""

    def marked(self, text):
        return markers.parse(text.split('\n'), 'a.py')

    def test_columns(self):
        place = markers.Place('a.py', 1, 5, 7, 'MM101')
        self.assertEqual([place], self.marked('树=dict\n#   ^^ MM101'.replace('树', '树木')))
        self.assertEqual([markers.Place('a.py', 1, 1, 8, 'MM301')], self.marked('env_cfg = 1\n#^^^^^^ MM301'))
        two = self.marked('abc\n# ^ MM101 MM102\n#^ MM303')
        self.assertEqual(['MM101', 'MM102', 'MM303'], [place.code for place in two])
        self.assertEqual({1}, {place.line for place in two})

    def test_bad_markers(self):
        for text in ('abc\n# ^^^^ MM101', '# ^^ MM101', 'abcdef\n# ^ ^ MM101', 'abc\n# ^ MM1', 'abc\n# ^',
                     'abc\n# ^ MM101\n# ^ MM101'):
            with self.subTest(text), self.assertRaises(markers.BadMarker):
                self.marked(text)

    def test_differences_are_seen(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / 'a.py').write_text("x = dict(backend='nccl')\n#                ^^^^^^ MM101\n")
            right = markers.parse_tree(folder)
            self.assertEqual('', compare(folder, right, right))
            place = right[0]
            for wrong in ([], right + right,
                          [markers.Place('a.py', 1, place.begin, place.end, 'MM102')],
                          [markers.Place('a.py', 1, place.begin + 1, place.end, 'MM101')],
                          [markers.Place('a.py', 1, place.begin, place.end - 1, 'MM101')],
                          [markers.Place('a.py', 2, place.begin, place.end, 'MM101')]):
                self.assertNotEqual('', compare(folder, right, wrong), wrong)

    def test_a_moved_marker_is_seen(self):
        """The whole road: one marker of a copy of t20 is shifted, one removed, one added."""
        for old, new in (('#                     ^^^^^^ MM101', '#                    ^^^^^^ MM101'),
                         ('#^^^^^^ MM201 MM301\n', ''),
                         ("log_level = 'INFO'\n", "log_level = 'INFO'\n#^^^^^^^^ MM101\n")):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name) / 't20'
                shutil.copytree(T20, folder)
                path = folder / 'configs/_base_/default_runtime.py'
                text = path.read_text(encoding='utf-8')
                self.assertIn(old, text)
                path.write_text(text.replace(old, new, 1), encoding='utf-8')
                self.assertNotEqual('', judge(folder, folder))


def prepare_judge():
    """Makes, once per build folder, the same venv that the suites on public packages use."""
    sys.path.insert(0, str(HERE.parent / 'public'))
    import packages
    os.environ['MMLINT_JUDGE_PYTHON'] = str(packages.judge_python())


if __name__ == '__main__':
    arguments = sys.argv[1:]
    if '--with-mmengine' in arguments:
        arguments = ['Fix']
        prepare_judge()
    elif named := [folder for folder in OTHERS if folder.name in arguments]:
        if len(named) < len(arguments):
            sys.exit(f'not all of these are folders of fixtures/check: {", ".join(arguments)}')
        OTHERS, arguments = named, ['Check.test_others', 'Fix.test_others']
    unittest.main(argv=[sys.argv[0], *arguments], verbosity=2)
