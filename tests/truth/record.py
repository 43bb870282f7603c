"""What the scripts of a corpus really do without CUDA: each is run as its `cases.json` says, two gloo ranks or
one process, on Debian's PyTorch, and what came of it is written there.

    record.py [--corpus outside] [NAME...]    all cases, or these; of `scripts` if no corpus is named

A case is `start` ("torchrun": two processes with the environment that torchrun gives; "python": one),
`arguments`, `env` if the launch script sets variables, and `twin`, a case that differs from it in one decision.
Recorded are its `outcome` and what shows it:

  dies     a process ends with an error: `error` is that of the first rank that did not only miss another,
           `at` the innermost line of the project in its traceback
  wrong    all end well, and `measured` says what shows that the training is wrong
  trains   all end well and nothing of that is measured

A twin that trains, or that has a launch script, is started as somebody does who has no launch script to read. `alone`
says what came of these plain starts:

  python    one process. Left out if it only shows that the script is written for torchrun: it misses a variable that
            torchrun sets
  torchrun  two processes, with `--launcher pytorch` if the script takes that. Left out if the case itself is a start
            with `python` and the script takes no launcher

They have no options and no variables, and positional arguments only if the script does not start without them. They
keep PYTHONPATH: whether the project's own modules are found says nothing about the training.
"""

import concurrent.futures
import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / 'scripts'
os.environ.setdefault('MMLINT_BUILD', str(HERE.parents[1] / 'build'))
sys.path[:0] = [str(HERE.parent / 'e2e'), str(HERE.parent / 'public')]

import environment  # noqa: E402
import ranks as launching  # noqa: E402

TOGETHER = 2  # cases that run at a time
PATIENCE = 400  # seconds for a case, on a machine busy with other things
GRACE = 15  # seconds for the other rank after one has failed

# What a rank says that only lost the others.
LOST = re.compile(r'Connection (closed|reset) by peer|Broken pipe|Connection refused|Socket Timeout|'
                  r'Stop_waiting response|recvValue failed|failed to (recv|send)')
FRAME = re.compile(r'^\s*File "(.+?)", line (\d+), in ', re.M)
EXCEPTION = re.compile(r'^(?:[\w.]*(?:Error|Exception|Interrupt|Exit|Warning)|AssertionError)(?:: .*)?$', re.M)
# What a script says that is started without an argument, or without torchrun, that it needs.
MISSES_ARGUMENTS = re.compile(r'the following arguments are required|IndexError: list index')
MISSES_RANKS = re.compile(r"environment variable \w+ expected, but not set|KeyError: '(RANK|LOCAL_RANK|WORLD_SIZE)'")


def table():
    return json.loads((SCRIPTS / 'cases.json').read_text())


def save(cases):
    lines = [f'  {json.dumps(name)}: {json.dumps(cases[name])}' for name in sorted(cases)]
    (SCRIPTS / 'cases.json').write_text('{\n' + ',\n'.join(lines) + '\n}\n')


def start(python, folder, case, alone):
    """The processes of one run in a copy of the project, each with the file that its output goes to."""
    base = {name: os.environ[name] for name in ('PATH', 'HOME', 'TMPDIR') if name in os.environ}
    base.update(LC_ALL='C.UTF-8', OMP_NUM_THREADS='1', MKL_NUM_THREADS='1', PYTHONDONTWRITEBYTECODE='1',
                PYTHONPATH=str(HERE / 'observer'), TRUTH_REPORTS=str(folder.parent),
                MPLCONFIGDIR=str(python.parents[1] / 'matplotlib'))
    count = 1 if alone or case['start'] == 'python' else 2
    port = launching.free_port()
    started = []
    for rank in range(count):
        own = dict(base, TRUTH_RANK=str(rank))
        if case['start'] == 'torchrun':
            own.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(count), LOCAL_WORLD_SIZE=str(count),
                       GROUP_RANK='0', MASTER_ADDR='127.0.0.1', MASTER_PORT=str(port))
        for name, value in case.get('env', {}).items():
            own[name] = f"{own['PYTHONPATH']}:{value}" if name == 'PYTHONPATH' else value
        output = folder.parent / f'output{rank}.txt'
        with open(output, 'w') as file:
            started.append((output, subprocess.Popen(
                [python, case.get('script', 'train.py'), *case['arguments']], cwd=folder, env=own, text=True,
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)))
    return started


def wait(processes):
    """The exit codes, null for one that had to be killed."""
    end, failed = time.monotonic() + PATIENCE, False
    while any(process.poll() is None for process in processes) and time.monotonic() < end:
        if not failed and any(process.poll() for process in processes):
            end, failed = min(end, time.monotonic() + GRACE), True
        time.sleep(0.05)
    codes = [process.poll() for process in processes]
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return codes


def failure(text, folder, code):
    """The error of a rank that has printed this text, and the line of the project where it left."""
    if code is None:
        return dict(error='(hangs)', at=None)
    found = list(EXCEPTION.finditer(text))
    if not found:
        lines = [line for line in text.strip().splitlines() if line.strip()]
        return dict(error=(lines[-1] if lines else f'(ends with {code})')[:240], at=None)
    begin = text.rfind('Traceback (most recent call last)', 0, found[-1].start())
    frames = [f'{Path(file).relative_to(folder)}:{line}'
              for file, line in FRAME.findall(text[begin:found[-1].start()])
              if Path(file).is_relative_to(folder)]
    message = ' '.join(text[found[-1].start():].split('\n\n')[0].split())
    message = re.sub(r':\d{5}\b', ':PORT', message)
    message = re.sub(r'0x[0-9a-f]+', '0x...', re.sub(r'(127\.0\.0\.1|localhost)\S*', 'HOST', message))
    return dict(error=message.replace(str(folder), '.')[:240], at=frames[-1] if frames else None)


def run(python, project, case, alone=False):
    """(what failed or None, the reports of the processes that trained); the project is run in a copy, which the log of
    what failed does not tell"""
    with tempfile.TemporaryDirectory(prefix='truth-') as scratch:
        folder = Path(scratch).resolve() / 'project'
        shutil.copytree(project, folder)
        started = start(python, folder, case, alone)
        codes = wait([process for _, process in started])
        texts = [output.read_text(errors='replace') for output, _ in started]
        failed = [dict(failure(text, folder, code), log=text.replace(str(folder), str(project)))
                  for text, code in zip(texts, codes) if code != 0]
        reports = [json.loads(path.read_text()) for path in sorted(folder.parent.glob('*.json'))]
    causes = [one for one in failed if one['at'] and not LOST.search(one['error'])] or failed
    return (causes[0] if causes else None), reports


def judge(python, project, case, run=run):
    """What came of a case, started in this folder by this way to run: its outcome and what shows it."""
    failed, reports = run(python, project, case)
    if failed:
        return dict(outcome='dies', error=failed['error'], at=failed['at'])
    together = case['start'] == 'torchrun' or len(reports) > 1

    def wrong():
        if not reports:
            return 'no process makes a step'
        if together and any(report['group'] != len(reports) for report in reports):
            return 'no process group of all ranks exists when the weights are updated'
        if len({report['weights'] for report in reports}) > 1:
            return 'the weights differ between the ranks'
        if any(report['same_order'] for report in reports):
            return 'the order of the samples is the same in each epoch'
        if case['start'] == 'torchrun':
            stopped, alone = run(python, project, case, alone=True)
            if not stopped and [report['weights'] for report in alone] == [reports[0]['weights']]:
                return 'the weights are those of one process that trains alone'
        return None
    measured = wrong()
    return dict(outcome='wrong', measured=measured) if measured else dict(outcome='trains')


def plain_starts(python, project, given, outcome):
    """What the plain starts do, by name; `outcome` is that of the case itself."""
    def outcome_of(name, arguments):
        launcher = ['--launcher', 'pytorch'] if name == 'torchrun' and takes_launcher else []
        plain = {**given, 'start': name, 'arguments': [*arguments, *launcher], 'env': env}
        return outcome if plain == {'env': {}, **given} else judge(python, project, plain)
    text = (project / given.get('script', 'train.py')).read_text()
    takes_launcher = "'--launcher'" in text and "'pytorch'" in text
    env = {name: value for name, value in given.get('env', {}).items() if name == 'PYTHONPATH'}
    positional = list(itertools.takewhile(lambda word: not word.startswith('-'), given['arguments']))
    found = {}
    for name in ('python', 'torchrun') if given['start'] == 'torchrun' or takes_launcher else ('python',):
        found[name] = outcome_of(name, [])
        if positional and MISSES_ARGUMENTS.search(found[name].get('error', '')):
            found[name] = outcome_of(name, positional)
    if given['start'] == 'torchrun' and MISSES_RANKS.search(found['python'].get('error', '')):
        del found['python']
    return found


def record(names):
    """What the cases do now, by name."""
    python, cases = environment.python(), table()

    def one(name):
        keys, project = ('start', 'script', 'arguments', 'env', 'twin'), SCRIPTS / name
        given = {key: value for key, value in cases[name].items() if key in keys}
        outcome = judge(python, project, given)
        recorded = {**given, **outcome}
        if 'twin' in given and (outcome['outcome'] == 'trains' or any(project.rglob('*.sh'))):
            recorded['alone'] = plain_starts(python, project, given, outcome)
        return name, recorded
    with concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
        for name, recorded in pool.map(one, names):
            print(name, *(str(recorded[key]) for key in ('outcome', 'measured', 'at', 'error') if key in recorded),
                  *(f'{start}: {what["outcome"]}' for start, what in recorded.get('alone', {}).items()),
                  sep='  ', flush=True)
            yield name, recorded


def main():
    global SCRIPTS
    names = sys.argv[1:]
    if names[:1] == ['--corpus']:
        SCRIPTS, names = HERE / names[1], names[2:]
    for name, recorded in record(names or sorted(table())):
        cases = table()  # read again: somebody may have added a case meanwhile
        cases[name] = recorded
        save(cases)


if __name__ == '__main__':
    main()
