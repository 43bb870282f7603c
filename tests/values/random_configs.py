"""Small random projects, classic and lazy: every config means to mmlint what it means to MMEngine.

    random_configs.py [--seed N] [--count N] [--keep DIR]

The same seed gives the same projects; a project that fails is printed with its seed and files. It is about
what a config does with its bases: edits in place, what two names share, copies, ConfigDict's methods, merging,
base variables, and about what a lazy config makes of its imports. A part may be unknown, up to UNKNOWN_AT_MOST of all leaves; another value than MMEngine's, or a
refusal of what MMEngine loads or the other way round, never may be.
"""

import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'public')]

import config_maker  # noqa: E402
import harness  # noqa: E402
import lazy_maker  # noqa: E402
import oracle  # noqa: E402
import refusals  # noqa: E402

UNKNOWN_AT_MOST = 0.01


def leaves(value):
    if isinstance(value, dict) and harness.marker(value) is None:
        return sum(map(leaves, value.values()))
    return sum(map(leaves, value)) if isinstance(value, list) else 1


class Tally:
    def __init__(self, failures):
        self.failures, self.leaves, self.unknown, self.loaded = failures, 0, 0, 0

    def compare(self, where, truth, ours):
        if truth['ok'] != ours['ok']:
            said = truth.get('message') or harness.short(ours.get('problems'))
            return self.failures.add(f'{where}: MMEngine {"loads" if truth["ok"] else "refuses"} it: {said}')
        if not truth['ok']:
            # What contains itself may fail in another way first.
            if truth['error'] != 'RecursionError' and not any(
                    refusals.same_class(problem, truth) for problem in ours['problems']):
                self.failures.add(f'{where}: MMEngine says {truth["error"]}: {truth["message"][:100]}; '
                                  f'mmlint says {harness.short(ours["problems"])}')
            return None
        self.loaded += 1
        self.leaves += leaves(truth['config'])
        wrong = False
        for key, left, right in harness.differences(ours['config'], truth['config']):
            if '__unknown__' in json.dumps(left) and harness.marker(left):
                self.unknown += leaves(right)
            else:
                wrong = True
                self.failures.add(f'{where}: {key} is {harness.short(left)}, for MMEngine {harness.short(right)}')
        return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=200)
    parser.add_argument('--keep', help='write the projects here')
    parser.add_argument('--lazy', choices=['also', 'only', 'never'], default='also')
    options = parser.parse_args()
    failures = harness.Failures('values.random')
    tally = Tally(failures)
    with harness.scratch() as scratch:
        root = Path(options.keep or scratch).resolve()
        paths = []
        makers = {'also': [config_maker, lazy_maker], 'only': [lazy_maker], 'never': [config_maker]}[options.lazy]
        for seed in range(options.seed, options.seed + options.count):
            for maker in makers:
                for name, lines in maker.Maker(seed).project().items():
                    path = root / str(seed) / maker.__name__ / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text('\n'.join(lines) + '\n')
                    paths.append(path)
        site = lazy_maker.write_packages(root / 'site')
        truths = oracle.ask(paths, python_path=site)
        again = oracle.ask(paths, seed=1, python_path=site)
        out, _ = harness.mmlint('show', '--env-from-process', '--format', 'jsonl', '--kind', 'config', *paths,
                                '--root', root,
                                '--python-path', site)
        ours = {answer['path']: answer for answer in map(json.loads, out.splitlines())}
        for path, truth, second in zip(paths, truths, again):
            if truth == second:  # else a token of a base variable is in it
                tally.compare(path.relative_to(root).as_posix(), truth, ours[str(path)])
    print(f'{len(paths)} configs, {tally.loaded} load, {tally.leaves} leaves, {tally.unknown} unknown')
    failures.expect(tally.loaded > len(paths) // 2, 'most configs do not load')
    failures.expect(tally.unknown <= UNKNOWN_AT_MOST * max(1, tally.leaves), 'too much is unknown')
    return failures.finish()


if __name__ == '__main__':
    sys.exit(main())
