"""What mmlint says of the launch scripts in tests/truth/launch, against what they really do.

What each does is in launch/record.json, written by record_launch.py; launch/twins.json names pairs of which one is right
and that differ in one decision. In a case that dies or trains wrong a comment
`# truth: dies` or `# truth: wrong` ends the line of the cause, or the last line of a command of several lines; it is
found if an error or a warning names a line of a marked command (places.py). On a case that trains, any error or
warning is a false alarm. The aim is to find 95 %, without a false alarm. Until then, the test fails if the verdicts are
worse than reached.json says that they have been."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from places import places

HERE = Path(__file__).resolve().parent
CASES = HERE / 'launch'
MARK = re.compile(r'# truth: (dies|wrong)$')
REACHED = json.loads((HERE / 'reached.json').read_text(encoding='utf-8'))['launch']


def marks(case):
    """{(path, line): word} for all lines of the marked commands."""
    found = {}
    for path in sorted(case.rglob('*')):
        if not path.is_file():
            continue
        lines = path.read_text(encoding='utf-8').splitlines()
        for number, line in enumerate(lines, 1):
            match = MARK.search(line)
            while match:
                found[path.relative_to(case).as_posix(), number] = match.group(1)
                number -= 1
                if number == 0 or not lines[number - 1].endswith('\\'):
                    break
    return found


def wrong_marks(name, outcome, marked):
    """What is wrong with the case itself."""
    words = set(marked.values())
    if outcome == 'trains':
        return [f'{name}: it trains, and a line is marked'] if words else []
    return [] if words == {outcome} else [f'{name}: it {outcome}, and marked is {sorted(words)}']


def findings(case):
    """The errors and warnings for a copy of the case that stands alone."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / case.name
        shutil.copytree(case, project)
        done = subprocess.run([os.environ['MMLINT'], 'check', '--target', 'cpu', '--format', 'json', '.'],
                              cwd=project, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f'{case.name}: mmlint ended with {done.returncode}\n{done.stderr}')
    return [one for one in json.loads(done.stdout)['diagnostics'] if one['severity'] != 'info']


def verdict(outcome, marked, found):
    if outcome == 'trains':
        return 'false alarm' if found else 'silent'
    return 'found' if any(places(one) & marked.keys() for one in found) else 'missed'


def main():
    record = json.loads((CASES / 'record.json').read_text(encoding='utf-8'))
    there = {path.name for path in CASES.iterdir() if path.is_dir()}
    failures = [f'{name}: not recorded, or not there' for name in sorted(there ^ record.keys())]
    counts, said = dict.fromkeys(('found', 'missed', 'silent', 'false alarm'), 0), {}
    for name in sorted(there & record.keys()):
        outcome, marked = record[name]['outcome'], marks(CASES / name)
        failures += wrong_marks(name, outcome, marked)
        found = findings(CASES / name)
        word = verdict(outcome, marked, found)
        counts[word] += 1
        said[name] = word
        listed = ', '.join(f'{one["code"]} {one["severity"]} {one["path"]}:{one["line"]}' for one in found)
        print(f'{name:28} {outcome:7} {word:12} {listed or "-"}')
        if word == 'missed':
            print(f'{"":28} it comes to: {record[name]["error"] or record[name]["why"]}')
    faulty, right = counts['found'] + counts['missed'], counts['silent'] + counts['false alarm']
    print(f'found {counts["found"]} of {faulty} faulty ones; '
          f'{counts["false alarm"]} false alarms on {right} right ones')
    twins = {tuple(sorted(pair)) for pair in json.loads((CASES / 'twins.json').read_text(encoding='utf-8')).items()}
    apart = sum(all(said[name] in ('found', 'silent') for name in pair) for pair in twins)
    print(f'{apart} of {len(twins)} twins told apart')
    if counts['found'] < REACHED['found']:
        failures.append(f'found are {counts["found"]} of {faulty}, {REACHED["found"]} have been')
    if counts['false alarm'] > REACHED['false alarms']:
        failures.append(f'{counts["false alarm"]} false alarms, {REACHED["false alarms"]} have been')
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
