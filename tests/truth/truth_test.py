"""Compares what `mmlint check --target cpu` says of scripts with what they did when they were run (`cases.json`,
written by record.py). Those of `scripts` were seen by whoever wrote the rules; those of `outside` were written by
somebody who had not read them, and say more of what a new project will meet; those of `judged` too, half of them on
purpose in forms that are hard to follow. Those of `fresh`, `configs`, `second` and `second_configs` are twins, a right
and a faulty project that differ in one decision, by others who had read neither the rules nor these cases; they are
judged a second time without their launch scripts. The aim is to find 95 % of those that die or train wrong, with no
error or warning on those that train right. Until then, the test fails if the verdicts are worse than
reached.json says that they have been. There is no list of exceptions.

    truth_test.py [NAME...]    only these cases, without the limits of reached.json

A line that ends in `# truth: dies` or `# truth: wrong` is a cause, by a careful reading of the case. Found
is a case with an error or a warning that names such a line (places.py); a wrong training, which no line raises, also
with one elsewhere in a file that has such a line. Where no launch script says how a project is started and another
start than the case's own does not train (`open` in cases.json), a warning is no false alarm; an error is.
"""

import concurrent.futures
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
CORPORA = ('scripts', 'outside', 'judged', 'fresh', 'configs', 'second', 'second_configs')
MARK = re.compile(r'# truth: (dies|wrong)$')
REACHED = json.loads((HERE / 'reached.json').read_text())


def marks(folder):
    """{(file, line): what it causes}"""
    found = {}
    for path in sorted([*folder.rglob('*.py'), *folder.rglob('*.sh')]):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if match := MARK.search(line):
                found[path.relative_to(folder).as_posix(), number] = match[1]
    return found


def check(folder):
    """The errors and warnings: [(file, line, code, severity, message, {(file, line) that it names})]"""
    command = [os.environ['MMLINT'], 'check', folder, '--root', folder, '--target', 'cpu', '--format', 'json',
               '--exit-zero']
    environment = {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        sys.exit(f'mmlint ended with {done.returncode} for {folder.name}: {done.stderr[-2000:]}')
    found = []
    for finding in json.loads(done.stdout)['diagnostics']:
        if finding['severity'] in ('error', 'warning'):
            path = (folder / finding['path']).resolve()
            name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)
            found.append((name, finding['line'], finding['code'], finding['severity'], finding['message'],
                          places(finding)))
    return found


def inconsistent(corpus, cases):
    """What is wrong with the corpus itself."""
    folders = {path.name for path in corpus.iterdir() if path.is_dir()}
    for name in sorted(folders ^ set(cases)):
        yield f'{name}: a folder without a case, or a case without a folder'
    for name in sorted(folders & set(cases)):
        outcome, caused = cases[name].get('outcome'), set(marks(corpus / name).values())
        if caused != ({outcome} if outcome in ('dies', 'wrong') else set()) or not outcome:
            yield f'{name}: recorded is {outcome}, its lines are marked {sorted(caused)}'


def verdict(folder, case):
    """(found, missed, right or false alarm; the findings)"""
    findings, caused, outcome = check(folder), marks(folder), case['outcome']
    if outcome == 'trains':
        is_open = 'open' in case and not any(folder.rglob('*.sh'))
        false = [one for one in findings if not is_open or one[3] == 'error']
        return ('false alarm' if false else 'right'), findings
    files = {file for file, _ in caused} if outcome == 'wrong' else set()
    hit = any(file in files or named & caused.keys() for file, _, _, _, _, named in findings)
    return ('found' if hit else 'missed'), findings


def without_launchers(folder, case):
    """The verdict on a copy that has no launch script; None if there is none to leave out."""
    if not any(folder.rglob('*.sh')):
        return None
    with tempfile.TemporaryDirectory(prefix='mmlint-truth-') as scratch:
        copy = Path(scratch).resolve() / folder.name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns('*.sh'))
        return verdict(copy, case)[0]


def told_apart(cases, said):
    """(how many pairs of twins get the right verdict on both, how many there are)"""
    pairs = {tuple(sorted((name, cases[name]['twin']))) for name in said if cases[name].get('twin') in said}
    return sum(all(said[name] in ('found', 'right') for name in pair) for pair in pairs), len(pairs)


def tally(verdicts):
    counts = dict.fromkeys(('found', 'missed', 'right', 'false alarm'), 0)
    for said in verdicts:
        counts[said] += 1
    return counts


def judge(corpus):
    """Judges the cases of a corpus, and returns what is wrong."""
    cases = json.loads((corpus / 'cases.json').read_text())
    failures = list(inconsistent(corpus, cases))
    names = [name for name in sorted(cases) if 'outcome' in cases[name] and name in (sys.argv[1:] or cases)]
    said, alone = {}, {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        given = [corpus / name for name in names], [cases[name] for name in names]
        verdicts = pool.map(verdict, *given)
        for name, (word, findings) in zip(names, verdicts):
            said[name] = word
            print(f'{word:12} {cases[name]["outcome"]:7} {name}')
            if word in ('missed', 'false alarm') or sys.argv[1:]:
                for file, line, code, severity, message, _ in findings:
                    print(f'{"":20} {file}:{line}: {severity} {code} {message}')
        if any('twin' in case for case in cases.values()):
            again = pool.map(without_launchers, *given)
            alone = {name: word for name, word in zip(names, again) if word}
    counts, twins = tally(said.values()), told_apart(cases, said)
    reached = dict(found=counts['found'], **{'false alarms': counts['false alarm']})
    faulty, right = counts['found'] + counts['missed'], counts['right'] + counts['false alarm']
    print(f'{corpus.name}: found {counts["found"]} of {faulty} that die or train wrong; '
          f'{counts["false alarm"]} false alarms on {right} that train')
    if alone:
        lone = tally(alone.values())
        reached.update({'found alone': lone['found'], 'false alarms alone': lone['false alarm'], 'twins': twins[0]})
        print(f'{corpus.name}: {twins[0]} of {twins[1]} twins told apart; without their launch scripts '
              f'found {lone["found"]} of {lone["found"] + lone["missed"]}, '
              f'{lone["false alarm"]} false alarms on {lone["right"] + lone["false alarm"]}')
    if not sys.argv[1:]:
        for what, limit in REACHED[corpus.name].items():
            if reached[what] > limit if 'alarms' in what else reached[what] < limit:
                failures.append(f'{corpus.name}: {what} is {reached[what]}, and has been {limit}')
        if min(faulty, right) < 10:
            failures.append(f'too few cases: {faulty} and {right}')
    return failures


def main():
    failures = [failure for corpus in CORPORA for failure in judge(HERE / corpus)]
    for failure in failures:
        print('FAILED:', failure)
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
