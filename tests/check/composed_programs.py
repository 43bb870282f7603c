"""Random training programs that compose what people write, each run for real without CUDA, on two gloo ranks or as it
starts itself, and judged by `mmlint check`.

composed_programs.py [--seed N] [--count N] [--target cpu] [--together N] [--keep DIR] [--all]: the same seed makes the
same program. Prints each on which run and verdict disagree, and ends with 1 if fewer than --found percent of those that
die or train wrong get an error or a warning, or more than --alarms percent of those that train: 95 and 2 are the aim.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'truth')]

import composed_maker  # noqa: E402
import record  # noqa: E402

WARM = HERE / 'composed_warm.py'
THREAD = threading.local()
DIED = re.compile(r'^Process SpawnProcess-\d+:$', re.M)  # of a process that the script has started and not asked about


def warm(python):
    """The process of this thread that the ranks are forked from; it ends with us."""
    if not hasattr(THREAD, 'process'):
        environment = {name: os.environ[name] for name in ('PATH', 'HOME', 'TMPDIR') if name in os.environ}
        environment.update(OMP_NUM_THREADS='1', MKL_NUM_THREADS='1', PYTHONDONTWRITEBYTECODE='1',
                           PYTHONPATH=str(record.HERE / 'observer'), TRUTH_REPORTS=tempfile.gettempdir())
        THREAD.process = subprocess.Popen([python, WARM], env=environment, text=True, stdin=subprocess.PIPE,
                                          stdout=subprocess.PIPE)
    return THREAD.process


def run(python, project, case, alone=False):
    """As record.run, in processes that are forked from one that is warm."""
    with tempfile.TemporaryDirectory(prefix='composed-') as scratch:
        folder = Path(scratch).resolve() / 'project'
        shutil.copytree(project, folder)
        count = 1 if alone or case['start'] == 'python' else 2
        port, ranks = record.launching.free_port(), []
        for rank in range(count):
            own = {name: os.environ[name] for name in ('PATH', 'HOME', 'TMPDIR') if name in os.environ}
            own.update(LC_ALL='C.UTF-8', OMP_NUM_THREADS='1', MKL_NUM_THREADS='1', PYTHONDONTWRITEBYTECODE='1',
                       PYTHONPATH=str(record.HERE / 'observer'), TRUTH_REPORTS=scratch, TRUTH_RANK=str(rank))
            if case['start'] == 'torchrun':
                own.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(count), LOCAL_WORLD_SIZE=str(count),
                           GROUP_RANK='0', MASTER_ADDR='127.0.0.1', MASTER_PORT=str(port))
            own.update(case.get('env', {}))
            passed = [case['passed'].format(rank)] if 'passed' in case else []
            ranks.append([str(folder), 'train.py', [*passed, *case['arguments']], own, f'{scratch}/output{rank}.txt'])
        process = warm(python)
        process.stdin.write(json.dumps(ranks) + '\n')
        process.stdin.flush()
        codes = json.loads(process.stdout.readline())
        texts = [Path(output).read_text(errors='replace') for *_, output in ranks]
        failed = [dict(record.failure(text, folder, code), log=text)
                  for text, code in zip(texts, codes) if code != 0 or DIED.search(text)]
        # One that was killed may have left half of a report.
        reports = [] if failed else [json.loads(path.read_text()) for path in sorted(Path(scratch).glob('*.json'))]
    causes = [one for one in failed if one['at'] and not record.LOST.search(one['error'])] or failed
    return (causes[0] if causes else None), reports


def check(folder, target):
    """The errors and warnings of a project."""
    done = subprocess.run([os.environ['MMLINT'], 'check', '.', '--root', '.', '--target', target, '--format', 'json',
                           '--exit-zero'], cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit(f'mmlint ended with {done.returncode} in {folder}: {done.stderr[-2000:]}')
    return [one for one in json.loads(done.stdout)['diagnostics'] if one['severity'] in ('error', 'warning')]


def write(folder, files):
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def wrong(reports):
    """What shows, beyond record.judge, that ranks which all ended well have trained wrong."""
    if any((one['group'] or 1) != len(reports) for one in reports):
        return 'not all ranks of the group make steps'
    if len(reports) > 1 and len({one['samples'] for one in reports}) == 1 and reports[0]['samples']:
        return 'all ranks train on the same samples in the same order'
    return None


def judge(seed, python, target):
    """(the outcome of the run with what shows it, the findings) of the program of a seed"""
    project = composed_maker.make(seed)
    with tempfile.TemporaryDirectory(prefix='composed-') as scratch:
        folder = Path(scratch) / 'project'
        write(folder, project.files)
        reports = []

        def ran(python, folder, case, alone=False):
            failed, found = run(python, folder, case, alone)
            reports.extend([] if alone else found)
            return failed, found
        outcome = record.judge(python, folder, project.case, ran)
        if outcome['outcome'] == 'trains' and (measured := wrong(reports)):
            outcome = dict(outcome='wrong', measured=measured)
        return outcome, check(folder, target) if 'MMLINT' in os.environ else []


def told(seed, outcome, findings):
    shown = outcome.get('measured') or f'{outcome.get("at")} {outcome.get("error")}'
    places = ', '.join(f'{one["severity"]} {one["code"]} {one["path"]}:{one["line"]}' for one in findings)
    shown = '' if outcome['outcome'] == 'trains' else f': {shown}'
    return f'{seed}: {outcome["outcome"]}{shown}; {places or "nothing"}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--count', type=int, default=60)
    parser.add_argument('--target', default='cpu')
    parser.add_argument('--found', type=float, default=95, help='percent')
    parser.add_argument('--alarms', type=float, default=2, help='percent')
    parser.add_argument('--together', type=int, default=os.cpu_count())
    parser.add_argument('--keep', type=Path, help='a folder where the projects stay on which run and verdict disagree')
    parser.add_argument('--all', action='store_true', help='print each program')
    options = parser.parse_args()
    python = record.environment.python()
    counts = dict.fromkeys(('found', 'missed', 'right', 'alarm'), 0)
    seeds = range(options.seed, options.seed + options.count)
    with concurrent.futures.ThreadPoolExecutor(options.together) as pool:
        for seed, (outcome, findings) in zip(seeds, pool.map(lambda seed: judge(seed, python, options.target), seeds)):
            said = (('alarm' if findings else 'right') if outcome['outcome'] == 'trains' else
                    'found' if findings else 'missed')
            counts[said] += 1
            if options.all or said in ('missed', 'alarm'):
                print(f'{said:7}{told(seed, outcome, findings)}', flush=True)
            if options.keep and said in ('missed', 'alarm'):
                write(options.keep / f'{said}{seed}', composed_maker.make(seed).files)
    faulty, right = counts['found'] + counts['missed'], counts['right'] + counts['alarm']
    print(f'{options.count} programs: found {counts["found"]} of {faulty} that die or train wrong, '
          f'{counts["alarm"]} alarms on {right} that train')
    bad = counts['found'] < options.found / 100 * faulty or counts['alarm'] > options.alarms / 100 * right
    sys.exit(1 if bad or not faulty or not right else 0)


if __name__ == '__main__':
    main()
