"""What `mmlint diagnose` says of the logs of real runs (real_runs.py, fixtures/logs/runs.zip): each config of tests/e2e
with faults, and each project of tests/truth that was seen to die. The log goes to it alone, and with the
config or script: it has to name a rule that `mmlint check` finds where the case has its fault, and, with the file,
its line. It fails if less is reached than reached.json says, in percent.

    real_runs_test.py [NAME...]    only these, such as scripts/to_rank, without the limits
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import corpus
import real_runs

HERE = Path(__file__).resolve().parent
MARK = re.compile(r'# truth: dies$')
TARGET = ('--target', 'cpu')


def check(folder):
    """[(code, file, line)] of the errors and warnings in a project."""
    command = [os.environ['MMLINT'], 'check', folder, '--root', folder, *TARGET, '--format', 'json', '--exit-zero']
    done = subprocess.run(command, cwd=folder, env={'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'},
                          capture_output=True, text=True, timeout=60, check=False)
    if done.returncode != 0:
        sys.exit(f'mmlint ended with {done.returncode} for {folder}: {done.stderr[-2000:]}')
    return [(one['code'], (folder / one['path']).resolve(), one['line'])
            for one in json.loads(done.stdout)['diagnostics'] if one['severity'] in ('error', 'warning')]


def marked(folder):
    """The lines that a case of tests/truth says to be its cause."""
    return {(path.resolve(), number) for path in folder.rglob('*.py')
            for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1) if MARK.search(line)}


def prepared(scratch):
    """(name, files to pass, findings that predict the error, log), each with its project in a folder of its own."""
    logs = real_runs.recorded()
    for run, case in (*real_runs.trained(), *real_runs.died()):
        name = real_runs.entry(run).removesuffix('.log')
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        folder = scratch / name / 'project'
        run.project(folder)
        findings = check(folder)
        if isinstance(case, dict):
            causes = marked(folder)
            predicted = [one for one in findings if one[1:] in causes]
            files = ['--script', folder / case.get('script', 'train.py')]
            configs = [word for word in case['arguments'] if word.endswith('.py')]
            files += ['--config', folder / configs[0]] if configs else []
        elif hasattr(case, 'script'):
            predicted = [one for one in findings if one[0] in case.codes]
            files = ['--config', folder / real_runs.run_e2e.LEAF, '--script', folder / 'tools' / case.script]
        else:  # its codes are in the order in which their errors come
            predicted = [one for one in findings if one[0] == case.codes[0]]
            files = ['--config', folder / case.leaf]
        log = folder.parent / 'run.log'
        log.write_bytes(logs[real_runs.entry(run)])
        yield name, files, predicted, log


def place_of(said):
    """(file, line) that a diagnosis points to."""
    place = said['place']
    return ((Path.cwd() / place['path']).resolve(), place['line']) if place else None


def main():
    counts = dict.fromkeys(('predicted, log alone', 'predicted, with the file', 'line'), 0)
    missed, asked = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        cases = list(prepared(Path(scratch).resolve()))
        alone = corpus.diagnose([log for *_, log in cases], *TARGET)
        for name, files, predicted, log in cases:
            if not predicted:
                missed.append(f'{name}: check does not predict it')
                continue
            asked += 1
            codes = {code for code, *_ in predicted}
            said = alone[str(log)]
            found = corpus.diagnose([log], *files, '--root', log.parent / 'project', *TARGET)[str(log)]
            place = place_of(found)
            for key, right, shown in (
                    ('predicted, log alone', codes & set(said['rules']), said['rules'] or said['verdict']),
                    ('predicted, with the file', codes & set(found['rules']), found['rules'] or found['verdict']),
                    ('line', place in [one[1:] for one in predicted], place)):
                counts[key] += bool(right)
                if not right:
                    wanted = sorted({(code, path.name, line) for code, path, line in predicted})
                    missed.append(f'{name}: {key}: it says {shown}, not {wanted}; {said["cause"]}')
    print('\n'.join(missed))
    reached = {key: 100 * count / asked for key, count in counts.items()}
    print(f'{asked} runs whose error check predicts:',
          ', '.join(f'{key} {value:.1f} %' for key, value in reached.items()))
    if sys.argv[1:]:
        return 1 if missed else 0
    bounds = json.loads((HERE / 'reached.json').read_text(encoding='utf-8'))
    failures = [f'{key}: {value:.1f} %, {bounds[key]} have been' for key, value in reached.items()
                if value < bounds[key]]
    for failure in failures:
        print('FAILED:', failure)
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
