"""`mmlint show` on every config of fixtures/values gives what MMEngine gave when it was recorded.

run_fixtures.py [TOPIC...]; see cases.py for the layout."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'public')]

import cases  # noqa: E402
import harness  # noqa: E402
import refusals  # noqa: E402

LIMIT = 'MM013'


def show(topic, names, settings):
    """mmlint's answers by name, for cases with the same settings."""
    arguments = [argument.replace('<folder>', str(topic)) for argument in settings.get('arguments', [])]
    if settings.get('site-packages'):
        arguments += ['--python-path', str(topic / 'site-packages')]
    environment = {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8', **settings.get('environment', {})}
    command = [os.environ['MMLINT'], 'show', '--env-from-process', '--format', 'jsonl', '--kind', 'config',
               '--root', topic,
               *arguments, *(topic / name for name in names)]
    done = subprocess.run(command, cwd=topic / settings.get('cwd', '.'), env=environment,
                          capture_output=True, timeout=120)
    if done.returncode not in (0, 1):
        return {}, f'exit code {done.returncode}: {done.stderr.decode(errors="replace")[-1500:]}'
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return {relative(answer['path'], topic, settings): cases.without_folder(answer, topic)
            for answer in answers}, ''


def relative(path, topic, settings):
    return Path(os.path.normpath(topic / settings.get('cwd', '.') / path)).relative_to(topic).as_posix()


def same_order(left, right):
    """Whether the keys stand in the same order everywhere."""
    if isinstance(left, dict) and isinstance(right, dict) and not harness.marker(left):
        return list(left) == list(right) and all(same_order(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return all(map(same_order, left, right))
    return True


class Judge:
    def __init__(self, failures):
        self.failures, self.counts = failures, Counter()

    def compare(self, topic, name, settings, truth, ours):
        where = f'{topic.name}/{name}'
        if ours is None:
            return self.failures.add(f'{where}: no answer')
        if truth['ok'] and ours['ok']:
            return self.values(where, settings, truth['config'], ours['config'])
        if truth['ok']:
            if 'unknown' in settings and all(refusals.code(p) == LIMIT for p in ours['problems']):
                self.counts['unknown'] += 1
                return None
            return self.failures.add(f'{where}: refused: {self.describe(ours)}')
        if ours['ok']:
            if 'unknown' in settings:
                self.counts['unknown'] += 1
                return None
            return self.failures.add(f'{where}: accepted, but MMEngine says {truth["error"]}: '
                                     f'{truth["message"][:200]}')
        return self.refusals(topic, where, settings, truth, ours)

    def values(self, where, settings, truth, ours):
        found = list(harness.differences(ours, truth))
        if 'unstable' in settings:
            found = [item for item in found if '__unstable__' not in json.dumps(item[2])
                     or '__unknown__' not in json.dumps(item[1])]
        unknown = [item for item in found if '__unknown__' in json.dumps(item[1])
                   and harness.marker(item[1])]
        for key, left, right in found:
            if (key, left, right) not in unknown or 'unknown' not in settings:
                self.failures.add(f'{where}: {key} is {harness.short(left)}, '
                                  f'for MMEngine {harness.short(right)}')
        if not found and not same_order(ours, truth):
            self.failures.add(f'{where}: keys in another order: {json.dumps(ours)[:300]} '
                              f'for MMEngine {json.dumps(truth)[:300]}')
        if 'unknown' in settings and not unknown:
            self.failures.add(f'{where}: nothing is unknown any more, take that out of cases.json')
        self.counts['unknown' if unknown else 'identical'] += 1

    def describe(self, ours):
        return '; '.join(f'{refusals.code(p)} {p.get("path")}:{p["line"]} {p.get("exception", "")} {p["message"]}'
                         for p in ours['problems'])

    @staticmethod
    def path(topic, place):
        return os.path.relpath(topic / place['path'].removeprefix('<folder>/'), topic)

    def refusals(self, topic, where, settings, truth, ours):
        file = settings['elsewhere'][0] if 'elsewhere' in settings else truth['path']
        lines = truth['at'] if 'any-line' not in settings and 'elsewhere' not in settings else []
        self.counts['refused'] += 1
        for problem in ours['problems']:
            places = [problem, *problem.get('others', [])]
            if refusals.same_class(problem, truth) and any(
                    refusals.same_place(self.path(topic, place), place['line'], truth, file, lines)
                    for place in places):
                return None
        return self.failures.add(f'{where}: MMEngine says {truth["error"]} in {file}, lines {lines}: '
                                 f'{truth["message"][:160]!r}; mmlint says {self.describe(ours)}')


def main():
    failures = harness.Failures('values.fixtures')
    judge = Judge(failures)
    named = [name.partition('/') for name in sys.argv[1:]]  # topics, or single cases as topic/case
    for topic in cases.topics({name for name, _, _ in named}):
        wanted, expected = cases.cases(topic), cases.expected(topic)
        for name in sorted(set(wanted) ^ set(expected)):
            failures.add(f'{topic.name}/{name}: run scripts/record-values {topic.name}')
        if only := {case for name, _, case in named if name == topic.name and case}:
            if not only <= wanted.keys():
                sys.exit(f'no such case of {topic.name}: {", ".join(sorted(only - wanted.keys()))}')
            wanted = {name: wanted[name] for name in only}
        groups = {}
        for name in wanted.keys() & expected.keys():
            how = {key: wanted[name].get(key) for key in ('environment', 'site-packages', 'arguments', 'cwd')
                   if key in wanted[name]}
            groups.setdefault(json.dumps(how, sort_keys=True), []).append(name)
        for how, names in sorted(groups.items()):
            names.sort()
            answers, trouble = show(topic, names, json.loads(how))
            if trouble:
                failures.add(f'{topic.name}: {trouble}')
                continue
            for name in names:
                judge.compare(topic, name, wanted[name], expected[name], answers.get(name))
    failures.expect(judge.counts['identical'] > 0, 'nothing was compared')
    print(', '.join(f'{count} {what}' for what, count in sorted(judge.counts.items())))
    return failures.finish()


if __name__ == '__main__':
    sys.exit(main())
