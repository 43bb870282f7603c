"""`fix` and `fix --unsafe` on copies of the public packages, judged by MMEngine: between what it loads before
and after lies exactly what the fixes declared; for gcu and cpu what had nccl has gloo and a wrapper without
device ids; and the files keep every byte that no safe edit speaks of."""

import difflib
import io
import json
import re
import shutil
import sys
import tokenize
from dataclasses import dataclass
from pathlib import Path

import harness
import json_form
import oracle
import origins
import packages

TARGETS = ('gcu', 'cpu', 'npu', 'rocm')
EDITED_AT_MOST = 70  # files; 65 are needed, in the leaves it would be over two thousand
IN_LEAVES = 'mmpretrain'  # one package is enough: MMEngine has to load every leaf of it again
BACKEND = 'env_cfg.dist_cfg.backend'
BLOCK = {'cudnn_benchmark': False, 'mp_cfg': {'mp_start_method': 'fork', 'opencv_num_threads': 0},
         'dist_cfg': {'backend': 'gloo'}, 'resource_limit': 4096}
# A line may only go if an edit replaced it, and then it spoke of one of these.
EDITABLE = ('backend', 'device_ids', 'output_device', 'model_wrapper_cfg', 'MMDistributedDataParallel',
            'MMSeparateDistributedDataParallel')


def main():
    failures, table = harness.Failures('public-fix'), Table()
    edited = 0
    self_test(failures)
    with harness.scratch() as temporary:
        for name, folder in packages.packages().items():
            garden = Package(name, folder)
            for target in TARGETS:
                copy = Path(temporary).resolve() / target / name
                shutil.copytree(folder / 'configs', copy / 'configs')
                start = contents(copy)
                safe = garden.fix(copy, target, [], garden.before, table, failures)
                if target in ('gcu', 'cpu'):
                    failures.expect(safe.changed, f'{target} {name}: nothing was fixed')
                    for path in safe.changed:
                        for text in damage(start[path], (copy / path).read_bytes()):
                            failures.add(f'{target} {name}/{path}: {text}')
                    compare_values(f'{target} {name}', garden, safe.answers, failures)
                    edited += len(safe.changed) if target == 'gcu' else 0
                garden.fix(copy, target, ['--unsafe'], safe.answers, table, failures)
                shutil.rmtree(copy)
            if name != IN_LEAVES:
                continue
            # No base may be edited: every leaf says all that it needs.
            copy = Path(temporary).resolve() / 'leaf' / name
            shutil.copytree(folder / 'configs', copy / 'configs')
            garden.fix(copy, 'gcu', ['--unsafe', '--at', 'leaf'], garden.before, table, failures)
            shutil.rmtree(copy)
    table.print()
    failures.expect(edited <= EDITED_AT_MOST, f'{edited} files edited for gcu, not at most {EDITED_AT_MOST}')
    return failures.finish()


class Table:
    HEAD = ('target', '', 'configs', 'files edited', 'configs changed', 'keys changed', 'refused',
            'violations')

    def __init__(self):
        self.rows = {}

    def add(self, target, grade, *numbers):
        old = self.rows.get((target, grade), [0] * len(numbers))
        self.rows[target, grade] = [left + right for left, right in zip(old, numbers)]

    def print(self):
        for row in (self.HEAD, *((*kind, *numbers) for kind, numbers in sorted(self.rows.items()))):
            print('  '.join(f'{cell:>{max(len(head), 9)}}' for cell, head in zip(row, self.HEAD)))


@dataclass
class Fixed:
    changed: list  # paths of the files that are other now
    answers: dict  # MMEngine's on every config, by path


class Package:
    """One package: what MMEngine says of it, and of every state that a fix has left it in."""

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.before = without_root(oracle.of_package(name, folder), folder)
        self.closures = {path: {file.relative_to(folder).as_posix() for file in origins.closure(folder / path)
                                if file.is_relative_to(folder)} for path in self.before}
        # Targets mostly want the same edits, so much is known already:
        self.known = {}  # (path, bytes of its files) -> answer
        self.found = {}  # (path, two answers by identity) -> {key: (left, right)}

    def fix(self, copy, target, grade, old, table, failures):
        """Fixes a copy that MMEngine says `old` of, and compares what it says then with what the fixes
        declared."""
        where = f'{target} {" ".join(grade)} {self.name}'
        before = contents(copy)
        report = fix(copy, target, *grade)
        after = contents(copy)
        changed = sorted(path for path in before if before[path] != after.get(path))
        failures.expect(before.keys() == after.keys(), f'{where}: files came or went')
        failures.expect(changed == sorted(change['path'] for change in report['changes']),
                        f'{where}: the files that it names are not those that it changed')
        again = fix(copy, target, *grade)
        failures.expect(contents(copy) == after and not again['fixed'],
                        f'{where}: a second fix changes something')
        for path in changed:
            failures.expect(self.bases(copy, path) == self.bases(self.folder, path),
                            f'{where}: {path} has other bases than before')
        answers = {**old, **self.ask(copy, changed, after)}
        violations, keys, configs = 0, 0, 0
        for path, declared in {**{path: {} for path in answers}, **declarations(report)}.items():
            if old[path]['ok'] and answers[path]['ok']:
                found = self.differences(path, old[path], answers[path])
                wrong, count = compare(found, declared), len(found)
            else:
                wrong, count = [] if old[path] == answers[path] else ['MMEngine answers otherwise'], 0
            for text in wrong:
                failures.add(f'{where}/{path}: {text}')
            violations, keys, configs = violations + len(wrong), keys + count, configs + bool(count)
        table.add(target, ' '.join(grade), len(answers), len(changed), configs, keys, len(report['refused']),
                  violations)
        return Fixed(changed, answers)

    def bases(self, folder, path):
        """Those of one file; `pkg::path` leads from a copy into the package."""
        return [harness.relative(file, folder if file.is_relative_to(folder) else self.folder)
                for file in origins.bases_of(folder / path)]

    def differences(self, path, old, new):
        key = path, id(old), id(new)
        if key not in self.found:
            self.found[key] = {} if old is new else {
                key: values for key, *values in harness.differences(old['config'], new['config'])}
        return self.found[key]

    def ask(self, copy, changed, files):
        """MMEngine's answers on the configs that read a changed file; those of all others are what they
        were, since it reads the same bytes."""
        states = {path: (path, *(files[file] for file in sorted(closure)))
                  for path, closure in self.closures.items() if not closure.isdisjoint(changed)}
        new = [path for path, state in states.items() if state not in self.known]
        answers = oracle.ask([copy / path for path in new]) if new else []
        for path, answer in zip(new, without_root(answers, copy)):
            self.known[states[path]] = answer
        return {path: self.known[state] for path, state in states.items()}


def declarations(report):
    """What the fixes say they change: path of a config -> {key: (before, after)}, as Python text."""
    declared = {}
    for diagnostic in report['fixed']:
        for change in diagnostic['fix']['changes']:
            keys = declared.setdefault(change['config'], {})
            key = re.sub(r'\[(\d+)\]', r'.\1', change['key'])
            keys[key] = (keys.get(key, (change['before'], None))[0], change['after'])
    return declared


def compare(found, declared):
    """What MMEngine sees differently, against what was declared; both {key: (before, after)}."""
    # What a later fix changed below or above a key is part of the outer change.
    outer = {key: values for key, values in declared.items()
             if not any(key.startswith(other + '.') for other in declared)}
    wrong = [f'{key} went from {harness.short(left)} to {harness.short(right)}, which no fix declared'
             for key, (left, right) in found.items() if key not in outer]
    wrong += [f'{key} did not change, though a fix declared it' for key in outer if key not in found]
    for key, sides in found.items():
        inner = any(other.startswith(key + '.') for other in declared)
        wrong += [f'{key} is {harness.short(side)}, though {text} was declared'
                  for side, text in zip(sides, outer.get(key, ())) if not inner and not says(text, side)]
    return wrong


def says(text, value):
    """Whether a declared value, Python text or None for none, is this one of MMEngine's."""
    if text is None or value is harness.ABSENT:
        return text is None and value is harness.ABSENT
    if '<' in text:  # an unknown value, where MMEngine puts random text; or an object
        return True
    declared = eval(text, {'__builtins__': {}}, Names(dict=dict))
    return harness.canonical(json_form.plain(declared)) == harness.canonical(value)


class Dotted(str):
    """A lazy reference, for which MMEngine gives its dotted name."""

    def __getattr__(self, name):
        return Dotted(f'{self}.{name}')


class Names(dict):

    def __missing__(self, name):
        return Dotted(name)


def fix(folder, target, *more):
    """Fixes a project; returns the report."""
    return json.loads(harness.mmlint('fix', '.', '--root', '.', '--target', target, '--format', 'json', *more,
                                     cwd=folder)[0])


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob('*')) if path.is_file()}


def damage(before, after):
    """What an edit of a Python file has done beyond replacing values and inserting text."""
    old, new = before.decode().splitlines(keepends=True), after.decode().splitlines(keepends=True)
    for kind, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for line in old[i:j] if kind in ('replace', 'delete') else []:
            word = any(word in line for word in EDITABLE)
            gone_import = line.startswith(('from ', 'import '))
            if not (word or gone_import):
                yield f'lost the line {line!r}'
        if kind == 'delete' and not all(line.startswith(('from ', 'import ')) for line in old[i:j]):
            yield f'deleted lines {i + 1} to {j}'
        if kind == 'replace' and m - k < j - i:
            yield f'lines {i + 1} to {j} became fewer'
    if comments(before) != comments(after):
        yield 'comments changed'
    if b'\r\n' not in before and b'\r' in after:
        yield 'line ends changed'


def comments(content):
    tokens = tokenize.tokenize(io.BytesIO(content).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def without_root(answers, folder):
    """Answers in which the name of the folder is the same for every copy."""
    return json.loads(json.dumps(answers).replace(str(folder), '<root>'))


def compare_values(name, garden, after, failures):
    """Every runnable config has gloo now, and a wrapper without device ids."""
    inherited = origins.inherited_files(garden.folder)
    for path, old in garden.before.items():
        if not old['ok']:
            continue
        where = f'{name}/{path}'
        for key, (left, right) in garden.differences(path, old, after[path]).items():
            failures.expect(is_intended(key, left, right),
                            f'{where}: {key} went from {harness.short(left)} to {harness.short(right)}')
        old, new = old['config'], after[path]['config']
        is_base = any(part.startswith('_base_') for part in Path(path).parts)
        if not oracle.is_runnable(old) or (is_base and garden.folder / path in inherited):
            continue
        if old.get('launcher') == 'none':
            continue
        failures.expect(backend_of(new) == 'gloo', f'{where}: the backend is {backend_of(new)}')
        wrapper = new.get('model_wrapper_cfg')
        failures.expect(harness.canonical(wrapper) == harness.canonical(expected_wrapper(old)),
                        f'{where}: the wrapper is {harness.short(wrapper)}, '
                        f'not {harness.short(expected_wrapper(old))}')


def self_test(failures):
    """The comparison can fail."""
    new = {'type': 'D', 'ids': None}
    found = {'a.b': ['nccl', 'gloo'], 'w': [harness.ABSENT, new]}
    right = {'a.b': ("'nccl'", "'gloo'"), 'w': (None, "dict(type='D', ids=None)")}
    for expected, declared in (
            (0, right),
            (0, {**right, 'w.ids': (None, 'None')}),
            (1, {'w': right['w']}),                             # changed, and not declared
            (1, {**right, 'c': (None, '1')}),                   # declared, and not changed
            (1, {**right, 'a.b': ("'nccl'", "'mpi'")}),         # to another value than declared
            (1, {**right, 'a.b': ("'eccl'", "'gloo'")}),
            (1, {**right, 'w': (None, "dict(type='D', ids=[])")})):
        wrong = compare(found, declared)
        failures.expect(len(wrong) == expected, f'the test is wrong: {declared} gives {wrong}')


def is_intended(key, before, after):
    if key == BACKEND:
        return after == 'gloo'
    if key == 'env_cfg.dist_cfg':
        return before is harness.ABSENT and after == {'backend': 'gloo'}
    if key == 'env_cfg':
        return before is harness.ABSENT and after == BLOCK
    return key.split('.')[0] == 'model_wrapper_cfg'


def backend_of(config):
    """What Runner.setup_env hands to init_dist (mmengine/runner/runner.py)."""
    env = config.get('env_cfg', {'dist_cfg': {'backend': 'nccl'}})
    return (env.get('dist_cfg') or {}).get('backend', 'nccl')


def expected_wrapper(config):
    """The wrapper that keeps what Runner.wrap_model does with this config, but for the device ids it
    fills in: without a wrapper it passes broadcast_buffers=False and the top-level
    find_unused_parameters; with one, what is left out has torch's defaults."""
    wrapper = config.get('model_wrapper_cfg')
    if wrapper is None:
        return {'type': 'MMDistributedDataParallel', 'device_ids': None, 'output_device': None,
                'find_unused_parameters': config.get('find_unused_parameters', False),
                'broadcast_buffers': False}
    expected = {**wrapper, 'device_ids': wrapper.get('device_ids') or None}
    if 'output_device' in wrapper:
        expected['output_device'] = None
    if 'type' in wrapper:
        expected['type'] = wrapper['type'].rpartition('.')[2]
    return expected


if __name__ == '__main__':
    sys.exit(main())
