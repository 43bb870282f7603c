"""Random training scripts, started for real on two gloo ranks before and after `fix --unsafe`.

trained_programs.py [--seed N] [--count N] [--together N]: the same seed gives the same scripts. Prints a line for each,
and ends with 1 if one is untrue:

  trains   it trains after the fix
  said     it does not, and fix says that an error or a warning is left
  UNTRUE   it does not, and nothing was said of it; or it ended well before, and does not any more
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'truth')]

import record  # noqa: E402
import script_maker  # noqa: E402

START = {'start': 'torchrun', 'arguments': ['orchard.txt']}
FIX = ('fix', '--unsafe', '--target', 'cpu', '--format', 'json', '--exit-zero', '.')


def outcome(python, folder):
    """What keeps the script from training on two ranks, or None."""
    failed, reports = record.run(python, folder, START)
    if failed:
        return f'{failed["at"]} {failed["error"]}'
    if len(reports) != 2 or any(report['group'] != 2 for report in reports):
        return 'no process group of both ranks'
    return 'the weights differ' if len({report['weights'] for report in reports}) > 1 else None


def fix(folder):
    """(codes that are fixed, places of errors and warnings that are left)"""
    done = subprocess.run([os.environ['MMLINT'], *FIX], cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        return [], [f'fix ended with {done.returncode}: {done.stderr}']
    report = json.loads(done.stdout)
    left = [f'{one["code"]}:{one["line"]}' for one in report['diagnostics'] if one['severity'] in ('error', 'warning')]
    return sorted({one['code'] for one in report['fixed']}), left


def judge(seed, python):
    texts, _ = script_maker.ScriptMaker(seed).script('loop')
    with tempfile.TemporaryDirectory(prefix='mmlint-trained-') as name:
        folder = Path(name).resolve() / 'project'
        (folder / '.git').mkdir(parents=True)
        for module, text in {**texts, 'run.sh': b'torchrun --nproc_per_node=2 train.py orchard.txt\n'}.items():
            (folder / (module or 'train.py')).write_bytes(text)
        before = outcome(python, folder)
        fixed, left = fix(folder)
        after = outcome(python, folder) if fixed else before
    verdict = 'trains' if after is None else 'said' if left and before is not None else 'UNTRUE'
    told = f'fixed {" ".join(fixed) or "-"}, left {" ".join(left) or "-"}, before: {before}, after: {after}'
    return verdict, f'{verdict:8}seed {seed}: {told}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--count', type=int, default=6)
    parser.add_argument('--together', type=int, default=2)
    options = parser.parse_args()
    python, counts = record.environment.python(), {}
    with concurrent.futures.ThreadPoolExecutor(options.together) as pool:
        for verdict, line in pool.map(lambda seed: judge(seed, python),
                                      range(options.seed, options.seed + options.count)):
            print(line, flush=True)
            counts[verdict] = counts.get(verdict, 0) + 1
    print(f'{options.count} scripts,', ', '.join(f'{count} {verdict}' for verdict, count in sorted(counts.items())))
    sys.exit(1 if counts.get('UNTRUE') or not counts.get('trains') else 0)


if __name__ == '__main__':
    main()
