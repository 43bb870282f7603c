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
with one elsewhere in a file that has such a line. Where no launch script says how a project is started and a plain
start (`alone` in cases.json) does not train, a warning is no false alarm; an error is.

Without its launch script a case is judged by its plain starts alone:

  none trains  faulty. If one fails as the case itself does, it is found as the case is, by the marked lines that are
               left; otherwise by the line of the project where a plain start dies
  all train    right. Errors and warnings are false alarms, except a warning that names a marked line: the fault needs
               an option or a variable, and nothing shows that it is not given
  some train   open. A warning is no false alarm; an error is, unless it names what would count as found. Those that
               have a finding of that kind are counted as "open and warned of"
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


def naming(findings, lines, files=()):
    return [one for one in findings if one[0] in files or one[5] & lines]


def files_of(lines, outcome):
    """The files in which any finding counts: no line raises a wrong training."""
    return {file for file, _ in lines} if outcome == 'wrong' else set()


def failing(case):
    return [start for start in case.get('alone', {}).values() if start['outcome'] != 'trains']


def verdict(folder, case):
    """(found, missed, right or false alarm; the findings)"""
    findings, caused, outcome = check(folder), marks(folder).keys(), case['outcome']
    if outcome == 'trains':
        is_open = failing(case) and not any(folder.rglob('*.sh'))
        false = [one for one in findings if not is_open or one[3] == 'error']
        return ('false alarm' if false else 'right'), findings
    return ('found' if naming(findings, caused, files_of(caused, outcome)) else 'missed'), findings


def verdict_alone(folder, case):
    """The same without launch scripts, by the plain starts of the case: also open, or open and warned of."""
    findings, marked, failed = check(folder), marks(folder).keys(), failing(case)
    if not failed:
        false = [one for one in findings if one[3] == 'error' or not naming([one], marked)]
        return ('false alarm' if false else 'right'), findings
    if any(all(start.get(key) == case.get(key) for key in ('outcome', 'measured', 'at')) for start in failed):
        caused, files = marked, files_of(marked, case['outcome'])
    else:
        places_of_death = (start['at'].rsplit(':', 1) for start in failed if start.get('at'))
        caused, files = {(file, int(line)) for file, line in places_of_death}, set()
    hits = naming(findings, caused, files)
    if len(failed) == len(case['alone']):
        return ('found' if hits else 'missed'), findings
    if any(one[3] == 'error' and one not in hits for one in findings):
        return 'false alarm', findings
    return ('open, warned of' if hits else 'open'), findings


def without_launchers(folder, case):
    """The verdict on a copy that has no launch script; None if there is none to leave out."""
    if not any(folder.rglob('*.sh')):
        return None
    with tempfile.TemporaryDirectory(prefix='mmlint-truth-') as scratch:
        copy = Path(scratch).resolve() / folder.name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns('*.sh'))
        return verdict_alone(copy, case)


def told_apart(cases, said):
    """(how many pairs of twins get the right verdict on both, how many there are)"""
    pairs = {tuple(sorted((name, cases[name]['twin']))) for name in said if cases[name].get('twin') in said}
    return sum(all(said[name] in ('found', 'right') for name in pair) for pair in pairs), len(pairs)


def tally(verdicts):
    counts = dict.fromkeys(('found', 'missed', 'right', 'false alarm', 'open, warned of', 'open'), 0)
    for said in verdicts:
        counts[said] += 1
    return counts


def show(name, outcome, word, findings):
    print(f'{word:12} {outcome:7} {name}')
    if word in ('missed', 'false alarm') or sys.argv[1:]:
        for file, line, code, severity, message, _ in findings:
            print(f'{"":20} {file}:{line}: {severity} {code} {message}')


def judge(corpus):
    """Judges the cases of a corpus, and returns what is wrong."""
    cases = json.loads((corpus / 'cases.json').read_text())
    failures = list(inconsistent(corpus, cases))
    names = [name for name in sorted(cases) if 'outcome' in cases[name] and name in (sys.argv[1:] or cases)]
    said, alone = {}, {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        given = [corpus / name for name in names], [cases[name] for name in names]
        for name, (word, findings) in zip(names, pool.map(verdict, *given)):
            said[name] = word
            show(name, cases[name]['outcome'], word, findings)
        if any('twin' in case for case in cases.values()):
            again = dict(zip(names, pool.map(without_launchers, *given)))
            alone = {name: judged[0] for name, judged in again.items() if judged}
            for name, word in alone.items():
                if word in ('missed', 'false alarm') or sys.argv[1:]:
                    show(f'{name}, without its launch script', 'alone', *again[name])
    counts, twins = tally(said.values()), told_apart(cases, said)
    reached = dict(found=counts['found'], **{'false alarms': counts['false alarm']})
    faulty, right = counts['found'] + counts['missed'], counts['right'] + counts['false alarm']
    print(f'{corpus.name}: found {counts["found"]} of {faulty} that die or train wrong; '
          f'{counts["false alarm"]} false alarms on {right} that train')
    if alone:
        lone = tally(alone.values())
        reached.update({'found alone': lone['found'], 'open and warned of alone': lone['open, warned of'],
                        'false alarms alone': lone['false alarm'], 'twins': twins[0]})
        found_or_missed = lone['found'] + lone['missed']
        print(f'{corpus.name}: {twins[0]} of {twins[1]} twins told apart; without their launch scripts '
              f'found {lone["found"]} of {found_or_missed}, {lone["false alarm"]} false alarms on '
              f'{len(alone) - found_or_missed}, of which {lone["open, warned of"] + lone["open"]} are open, '
              f'{lone["open, warned of"]} of them warned of')
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
