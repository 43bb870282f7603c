"""The resolver against MMEngine: every config of the public packages, resolved by both, value by value.

A value that mmlint calls unknown is no difference; any other value than MMEngine's is.
"""

import json
import sys
from collections import Counter

import harness
import oracle
import packages

IDENTICAL_AT_LEAST = 0.95  # of the configs that MMEngine loads
REFUSED_AT_LEAST = 0.95    # of those that it refuses and whose reason is in the files
LIMIT = 'MM013'

# What makes MMEngine refuse a config in this judge but says nothing of the files.
OF_THE_MACHINE = ('ModuleNotFoundError',)


def main():
    failures = harness.Failures('values')
    total, rows = Counter(), []
    for name, folder in packages.packages().items():
        expected = oracle.of_package(name, folder)
        again = oracle.of_package(name, folder, seed=1, cwd=folder)
        unstable = {path for path in expected if expected[path] != again[path]}
        for path in sorted(unstable):
            print(f'not compared: {name}/{path} is read differently by MMEngine in two runs')
        counts = compare(name, folder, expected, unstable, failures)
        rows.append((name, counts))
        total.update(counts)
    rows.append(('together', total))
    print_table(rows)
    failures.expect(total['loaded'] > 0, 'MMEngine loads nothing')
    share = total['identical'] / max(1, total['loaded'])
    failures.expect(share >= IDENTICAL_AT_LEAST, f'only {share:.2%} of the configs are identical')
    refused = total['both refuse'] + total['only MMEngine refuses']
    failures.expect(total['both refuse'] >= REFUSED_AT_LEAST * refused,
                    f'mmlint refuses {total["both refuse"]} of the {refused} configs that MMEngine refuses')
    return failures.finish()


def compare(name, folder, expected, unstable, failures):
    out, _ = harness.mmlint('show', '--format', 'jsonl', folder)
    answers = {}
    for line in out.splitlines():
        answer = json.loads(line)
        answers[harness.relative(answer['path'], folder)] = answer
    counts = Counter(files=len(expected))
    for path in sorted(set(answers) - set(expected)):
        if path.endswith('.py'):
            failures.add(f'{name}/{path}: shown twice or not a file of the package')
    for path, truth in expected.items():
        if path in unstable:
            continue
        where, ours = f'{name}/{path}', answers.get(path)
        if ours is None and is_script(folder / path):
            counts['scripts'] += 1
        elif truth['ok']:
            counts['loaded'] += 1
            counts[verdict(where, truth['config'], ours, failures)] += 1
        elif ours is None or not ours['ok']:
            counts['both refuse'] += 1
        elif truth['error'] in OF_THE_MACHINE:
            counts['of the machine'] += 1
        else:
            counts['only MMEngine refuses'] += 1
            print(f'accepted: {where}, where MMEngine says {truth["error"]}: {truth["message"][:100]}')
    return counts


def is_script(path):
    """A program that happens to lie between configs; MMEngine would execute its definitions."""
    return "\nif __name__ == '__main__':" in path.read_text(encoding='utf-8')


def verdict(where, truth, ours, failures):
    if ours is None:
        failures.add(f'{where}: not taken for a config')
        return 'different'
    if not ours['ok']:
        if all(problem['code'] == LIMIT for problem in ours['problems']):
            return 'unknown'
        failures.add(f'{where}: refused, but MMEngine loads it: {harness.short(ours["problems"])}')
        return 'different'
    found = list(harness.differences(ours['config'], truth))
    if not found:
        return 'identical'
    wrong = [item for item in found if not holds_unknown(item[1])]
    for key, left, right in wrong[:3]:
        failures.add(f'{where}: {key} is {harness.short(left)}, for MMEngine {harness.short(right)}')
    if not wrong:
        key, left, _ = found[0]
        print(f'unknown: {where}: {key}: {harness.short(left)}')
    return 'different' if wrong else 'unknown'


def holds_unknown(value):
    """Unknown itself, or a set or dict that can only be compared as a whole and has an unknown part."""
    return harness.marker(value) is not None and '__unknown__' in json.dumps(value)


def print_table(rows):
    columns = ['files', 'scripts', 'loaded', 'identical', 'unknown', 'different', 'both refuse',
               'only MMEngine refuses', 'of the machine']
    print(f'{"package":12}' + ''.join(f'{column:>{max(10, len(column) + 2)}}' for column in columns))
    for name, counts in rows:
        print(f'{name:12}' + ''.join(f'{counts[column]:>{max(10, len(column) + 2)}}' for column in columns))


if __name__ == '__main__':
    sys.exit(main())
