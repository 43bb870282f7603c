"""What becomes of the faulty scripts of `scripts` when `mmlint fix --unsafe` has changed them: each is copied,
fixed, and started again as record.py starts it.

    fixed.py [NAME...]    all cases that die or train wrong, or these; --no-runs only says what fix does

Prints a table in Markdown, a row for each case, and ends with 1 if one is untrue:

  trains   it trains now
  said     it still dies or trains wrong, and fix said that an error or a warning is left
  UNTRUE   it still dies or trains wrong, and nothing was said of it
  missed   check finds nothing in the case, and so fix does not promise anything
"""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import record

OPTIONS = ('--target', 'cpu', '--format', 'json', '--exit-zero')


def places(findings):
    """"MM501 train.py:12" for each of some findings, in order."""
    return [f'{one["code"]} {one["path"]}:{one["line"]}' for one in findings]


def report(folder, *command):
    """What a command of mmlint reports of a folder."""
    whole = [os.environ['MMLINT'], *command, *OPTIONS, '--root', folder, folder]
    environment = {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'}
    done = subprocess.run(whole, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit(f'mmlint {command} ended with {done.returncode} for {folder}: {done.stderr[-2000:]}')
    return json.loads(done.stdout)


def serious(found):
    """The errors and warnings of a report; of one of fix they are what is left."""
    return [one for one in found['diagnostics'] if one['severity'] in ('error', 'warning')]


def fix_and_start(name, case, python):
    """One row of the table, and whether fix was true."""
    with tempfile.TemporaryDirectory(prefix='fixed-') as scratch:
        folder = Path(scratch).resolve() / name
        shutil.copytree(record.SCRIPTS / name, folder)
        done = report(folder, 'fix', '--unsafe')
        given = {key: value for key, value in case.items() if key in ('start', 'script', 'arguments')}
        after = record.judge(python, folder, given) if python else {'outcome': 'not started'}
    left = serious(done)
    shown = ' '.join(str(after[key]) for key in ('outcome', 'measured', 'at', 'error') if after.get(key))
    if not python or after['outcome'] == 'trains':
        verdict = after['outcome']
    elif left:
        verdict = 'said'
    else:
        verdict = 'UNTRUE' if done['fixed'] else 'missed'
    columns = [name, case['outcome'], ', '.join(places(done['fixed'])) or '-',
               ', '.join(places(left)) or '-', shown[:160], verdict]
    return '| ' + ' | '.join(column.replace('|', '\\|') for column in columns) + ' |', verdict


def main():
    runs = '--no-runs' not in sys.argv
    cases = record.table()
    names = [name for name in sys.argv[1:] if name != '--no-runs']
    names = names or [name for name in sorted(cases) if cases[name]['outcome'] != 'trains']
    python = record.environment.python() if runs else None
    counts = {}
    print('| case | before | fixed | left | after | |\n| --- | --- | --- | --- | --- | --- |')
    with concurrent.futures.ThreadPoolExecutor(record.TOGETHER) as pool:
        for row, verdict in pool.map(lambda name: fix_and_start(name, cases[name], python), names):
            print(row, flush=True)
            counts[verdict] = counts.get(verdict, 0) + 1
    print()
    print(', '.join(f'{count} {verdict}' for verdict, count in sorted(counts.items())))
    sys.exit(1 if 'UNTRUE' in counts else 0)


if __name__ == '__main__':
    main()
