"""The resolver against MMEngine: every config of the public packages, resolved by both, value by value.

A value that mmlint calls unknown is no difference; any other value than MMEngine's is.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import harness
import oracle
import packages
import refusals

LOADED_AT_LEAST = 0.9        # of the configs, by MMEngine
IDENTICAL_AT_LEAST = 0.998   # of those
UNKNOWN_AT_MOST = 0.0001     # of all leaves of their values
REFUSED_AT_LEAST = 0.99      # of the configs that MMEngine refuses: same class, same file, same line
LIMIT = 'limit-reached'


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
    expect_shares(total, failures)
    return failures.finish()


def expect_shares(total, failures):
    loaded, refused = total['loaded'], total['refused']
    failures.expect(loaded >= LOADED_AT_LEAST * (loaded + refused), f'MMEngine loads only {loaded} configs')
    share = total['identical'] / max(1, loaded)
    failures.expect(share >= IDENTICAL_AT_LEAST, f'only {share:.2%} of the configs are identical')
    leaves, unknown = total['leaves'], total['unknown leaves']
    failures.expect(unknown <= UNKNOWN_AT_MOST * leaves, f'{unknown} of {leaves} leaves are unknown')
    print(f'{unknown} of {leaves} leaves unknown, {share:.2%} of the configs identical')
    failures.expect(total['agreed'] >= REFUSED_AT_LEAST * refused,
                    f'mmlint agrees in {total["agreed"]} of the {refused} configs that MMEngine refuses')


def compare(name, folder, expected, unstable, failures):
    out, _ = harness.mmlint('show', '--env-from-process', '--format', 'jsonl', folder)
    answers = {}
    for line in out.splitlines():
        answer = json.loads(line)
        path = harness.relative(answer['path'], folder)
        failures.expect(path not in answers, f'{name}/{path}: shown twice')
        answers[path] = answer
    counts = Counter(files=len(expected), unstable=len(unstable))
    for path in sorted(set(answers) - set(expected)):
        failures.add(f'{name}/{path}: not a file of the package')
    for path, truth in expected.items():
        if path in unstable:
            continue
        where, ours = f'{name}/{path}', answers.get(path)
        if ours is None and is_script(folder / path):
            counts['scripts'] += 1
        elif truth['ok']:
            counts['loaded'] += 1
            counts['leaves'] += leaves_of(truth['config'])
            counts[verdict(where, truth['config'], ours, counts, failures)] += 1
        else:
            counts['refused'] += 1
            agreed = ours is not None and not ours['ok'] and is_same_refusal(ours, truth)
            counts['agreed'] += agreed
            if not agreed:
                print(f'not agreed: {where}: MMEngine says {truth["error"]} at {truth["at"] or truth["path"]}: '
                      f'{truth["message"][:100]}; mmlint: {harness.short(ours and ours.get("problems"))}')
    return counts


def is_same_refusal(ours, truth):
    """Where two files disagree, MMEngine was reading one of them, and mmlint names both."""
    return any(refusals.same_class(problem, truth)
               and refusals.same_place(str(Path(place['path']).resolve()), place['line'], truth,
                                       truth['path'], truth['at'])
               for problem in ours['problems'] for place in [problem, *problem['others']])


def leaves_of(value):
    if isinstance(value, dict) and not harness.marker(value):
        return sum(map(leaves_of, value.values())) or 1
    if isinstance(value, list):
        return sum(map(leaves_of, value)) or 1
    return 1


def is_script(path):
    """A program that happens to lie between configs; MMEngine would execute its definitions."""
    return "\nif __name__ == '__main__':" in path.read_text(encoding='utf-8')


def verdict(where, truth, ours, counts, failures):
    if ours is None:
        failures.add(f'{where}: not taken for a config')
        return 'different'
    if not ours['ok']:
        if all(problem['code'] == LIMIT for problem in ours['problems']):
            counts['unknown leaves'] += leaves_of(truth)
            return 'unknown'
        failures.add(f'{where}: refused, but MMEngine loads it: {harness.short(ours["problems"])}')
        return 'different'
    found = list(harness.differences(ours['config'], truth))
    wrong = [item for item in found if not holds_unknown(item[1])]
    for key, left, right in wrong[:3]:
        failures.add(f'{where}: {key} is {harness.short(left)}, for MMEngine {harness.short(right)}')
    if not found or wrong:
        return 'different' if wrong else 'identical'
    counts['unknown leaves'] += sum(leaves_of(right) for _, _, right in found)
    key, left, _ = found[0]
    print(f'unknown: {where}: {key}: {harness.short(left)}')
    return 'unknown'


def holds_unknown(value):
    """Unknown itself, or a set or dict that can only be compared as a whole and has an unknown part."""
    return harness.marker(value) is not None and '__unknown__' in json.dumps(value)


def print_table(rows):
    columns = ['files', 'scripts', 'unstable', 'loaded', 'identical', 'unknown', 'different', 'refused',
               'agreed']
    print(f'{"package":12}' + ''.join(f'{column:>{max(10, len(column) + 2)}}' for column in columns))
    for name, counts in rows:
        print(f'{name:12}' + ''.join(f'{counts[column]:>{max(10, len(column) + 2)}}' for column in columns))


if __name__ == '__main__':
    sys.exit(main())
