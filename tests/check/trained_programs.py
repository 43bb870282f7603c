"""Random training scripts, started for real on two gloo ranks before and after `fix --unsafe`.

trained_programs.py [--seed N] [--count N] [--together N] [--kind loop|runner] [--keep DIR]: the same seed gives the same
script; without a kind every other one has a loop of its own, and the rest a Runner. Prints a line for each, and ends
with 1 if one is untrue:

  trains   it trains after the fix
  said     it does not, and fix says that what keeps it from that is left: one of the errors and warnings that are left
           is of a rule that `mmlint diagnose` names for what the run printed; if it names none, one of them stands at
           the line where the run ended
  UNTRUE   it does not, and nothing was said of it; or it ended well before, and does not any more
"""

import argparse
import ast
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'truth')]

import record  # noqa: E402
import trained_maker  # noqa: E402

# The rules about processes that train apart, of which a run prints nothing.
APART = {'MM507', 'MM508', 'MM513', 'MM520', 'MM528', 'MM531', 'MM532', 'MM535', 'MM537', 'MM539', 'MM540', 'MM618'}


def outcome(python, folder, case):
    """What keeps the project from training on two ranks, as record.run says it, or None."""
    failed, reports = record.run(python, folder, case)
    if failed:
        return failed
    if len(reports) != 2 or any(report['group'] != 2 for report in reports):
        return dict(error='no process group of both ranks', at=None, log='')
    return (dict(error='the weights differ', at=None, log='')
            if len({report['weights'] for report in reports}) > 1 else None)


def mmlint(folder, *arguments):
    """What a command reports of a project, as JSON."""
    done = subprocess.run([os.environ['MMLINT'], *arguments, '--target', 'cpu', '--format', 'json'], cwd=folder,
                          capture_output=True, text=True, timeout=120)
    if done.returncode not in (0, 1):
        sys.exit(f'mmlint {" ".join(arguments)} ended with {done.returncode}: {done.stderr}')
    return json.loads(done.stdout)


def rules_of(log, folder, project):
    """The rules that diagnose names for what a run has printed."""
    file = folder.parent / 'run.log'
    file.write_text(log)
    config = ('--config', project.config) if project.config else ()
    script = project.case.get('script', 'train.py')
    said = mmlint(folder, 'diagnose', str(file), '--root', '.', '--script', script, *config)
    return set(said['diagnoses'][0]['rules'])


def statement(path, line):
    """The lines of the innermost statement that a line of a file is in."""
    spans = [(node.lineno, node.end_lineno) for node in ast.walk(ast.parse(path.read_bytes()))
             if isinstance(node, ast.stmt) and node.lineno <= line <= node.end_lineno]
    return max(spans, default=(line, line))


def is_said(failed, left, folder, project):
    """True if one of the findings that are left is about what failed."""
    codes = {one['code'] for one in left}
    if not failed['log']:
        return bool(codes & APART)
    if rules := rules_of(failed['log'], folder, project):
        return bool(codes & rules)
    if not failed['at']:
        return False
    path, _, line = failed['at'].rpartition(':')
    first, last = statement(folder / path, int(line))
    return any(one['path'] == path and first <= one['line'] <= last for one in left)


def launched(folder, case):
    """The case with the arguments that its launch script gives now: a fix may have removed one."""
    script = case.get('script', 'train.py')
    given = set()
    for path in folder.rglob('*.sh'):
        words = shlex.split(path.read_text(encoding='utf-8'), comments=True)
        if script in words and '$' not in ''.join(words):
            return dict(case, arguments=words[words.index(script) + 1:])
        given.update(words)
    return dict(case, arguments=[word for word in case['arguments'] if not word.startswith('--') or word in given
                                 or not given])


def judge(seed, kind, python, keep):
    project = trained_maker.make(seed, kind)
    with tempfile.TemporaryDirectory(prefix='mmlint-trained-') as name:
        folder = Path(keep or name).resolve() / f'{kind}{seed}' / 'project'
        (folder / '.git').mkdir(parents=True)
        for path, text in project.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(text)
        before = outcome(python, folder, project.case)
        done = mmlint(folder, 'fix', '--unsafe', '--exit-zero', '.')
        left = [one for one in done['diagnostics'] if one['severity'] in ('error', 'warning')]
        after = outcome(python, folder, launched(folder, project.case)) if done['fixed'] else before
        said = after is not None and before is not None and is_said(after, left, folder, project)
    verdict = 'trains' if after is None else 'said' if said else 'UNTRUE'
    fixed = ' '.join(sorted({one['code'] for one in done['fixed']})) or '-'
    places = ' '.join(f'{one["code"]} {one["path"]}:{one["line"]}' for one in left) or '-'
    ran = [f'{one["at"]} {one["error"]}' if one else 'trains' for one in (before, after)]
    return verdict, f'{verdict:8}{kind} {seed}: fixed {fixed}, left {places}, before: {ran[0]}, after: {ran[1]}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--count', type=int, default=6)
    parser.add_argument('--together', type=int, default=2)
    parser.add_argument('--kind', choices=trained_maker.KINDS)
    parser.add_argument('--keep', help='a folder where the fixed projects stay')
    options = parser.parse_args()
    python, counts = record.environment.python(), {}

    def judged(seed):
        kind = options.kind or trained_maker.KINDS[seed % 2]
        return kind, *judge(seed, kind, python, options.keep)
    with concurrent.futures.ThreadPoolExecutor(options.together) as pool:
        for kind, verdict, line in pool.map(judged, range(options.seed, options.seed + options.count)):
            print(line, flush=True)
            counts[kind, verdict] = counts.get((kind, verdict), 0) + 1
    print(f'{options.count} scripts,',
          ', '.join(f'{count} {kind} {verdict}' for (kind, verdict), count in sorted(counts.items())))
    trains = {kind for kind, verdict in counts if verdict == 'trains'}
    untrue = any(verdict == 'UNTRUE' for _, verdict in counts)
    sys.exit(1 if untrue or trains < {kind for kind, _ in counts} else 0)


if __name__ == '__main__':
    main()
