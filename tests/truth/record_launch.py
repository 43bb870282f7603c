#!/usr/bin/env python3
"""Records what the launch scripts in tests/truth/launch really do on a host without CUDA and nvidia-smi.

    tests/truth/record_launch.py [--check] [CASE...]

Each case is copied into a folder of its own and started as `bash launch.sh` there. On PATH are the usual tools and, for
Python and every launcher, launch_starter.py; launch_witness.py sees what each Python process did. The interpreter has
Debian's PyTorch and MMEngine (tests/e2e/environment.py, below the build folder MMLINT_BUILD or build/release).

A case dies if a process of it ends with an error, if launch.sh fails, if nothing trains, or if its processes wait
and do nothing for QUIET seconds, as ranks do that wait for each other. It is wrong if all ends well but a process that
was told of several ranks trained in a group of another size, or if ranks of one group end with other weights. Else it trains.

--check writes nothing and fails if an outcome is not the recorded one."""

import argparse
import contextlib
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
REPOSITORY = HERE.parents[1]
CASES = HERE / 'launch'
RECORD = CASES / 'record.json'
QUIET = 40  # seconds
TIMEOUT = 900  # for what never waits
os.environ.setdefault('MMLINT_BUILD', str(REPOSITORY / 'build/release'))
sys.path.insert(0, str(REPOSITORY / 'tests/e2e'))
sys.dont_write_bytecode = True

import environment  # noqa: E402
import launch_starter  # noqa: E402

TOOLS = ('awk basename bash cat chmod cp cut date dirname echo env expr find getopt grep head hostname ls mkdir mktemp '
         'mv nice nohup nproc paste printf pwd readlink realpath rm sed seq sh shuf sleep sort stdbuf tail tee test '
         'time timeout touch tr true uname uniq wc which xargs').split()

# Where a line of the output tells why something failed.
FAILURES = re.compile(r'^(?:\S+: line \d+: .*|\S+: error: .*|[\w.]*(?:Error|Exception): .*|\S+: can\'t open file .*|'
                      r'docker: .*|\S+: \S+: command not found|\S+: No module named .*|timeout: .*)$', re.M)


def path_of(folder):
    """A PATH with ordinary tools and the starter, and nothing of this machine's accelerators."""
    folder.mkdir()
    for tool in TOOLS:
        if (real := shutil.which(tool)) is not None:
            (folder / tool).symlink_to(os.path.realpath(real) if tool != 'sh' else real)
    for name in launch_starter.NAMES:
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec /usr/bin/python3 -S -E "{HERE}/launch_starter.py" {name} "$@"\n')
        program.chmod(0o755)
    return folder


def alone():
    """A command prefix that gives a case its own network, in which all ports are free; empty where nobody may."""
    unshare, ip = (shutil.which(name, path='/usr/sbin:/usr/bin:/sbin:/bin') for name in ('unshare', 'ip'))
    if unshare is None or ip is None:
        return []
    prefix = [unshare, '--net', '/bin/bash', '-c', f'{ip} link set lo up && exec "$@"', 'alone']
    return prefix if subprocess.run([*prefix, '/bin/true'], capture_output=True, check=False).returncode == 0 else []


def normal(text, scratch):
    text = text.replace(str(scratch / 'case'), '<case>').replace(str(scratch), '<scratch>')
    text = re.sub(r'\S*/training/bin/python\b', '<python>', text)
    text = re.sub(r'(?i)(port[= ]|MASTER_PORT["\': =]+)\d{5}\b', r'\1<port>', text)
    return re.sub(r'\S*/(?:dist|site)-packages/', '<packages>/', text)


def used(session):
    """{process: (seconds in which it ran, how often it was let run)} for the living processes of a session."""
    seconds = {}
    for path in Path('/proc').glob('[0-9]*/stat'):
        with contextlib.suppress(OSError):
            state, _, _, its, *_ = path.read_text().rpartition(')')[2].split()
            if int(its) == session and state != 'Z':
                ran, _, turns = path.with_name('schedstat').read_text().split()
                seconds[int(path.parent.name)] = int(ran) / 1e9, int(turns)
    return seconds


def works(before, now):
    """Whether a process has worked in between. What waits for another wakes often and sleeps again at once; what works
    uses its turns, however few it gets on a machine that others load."""
    return before.keys() != now.keys() or any(
        now[one][0] - ran > 0.02 and now[one][0] - ran > 0.0002 * (now[one][1] - turns)
        for one, (ran, turns) in before.items())


def wait(process):
    """The exit code when launch.sh and what it left running in the background have ended; None: they had to be."""
    begin = time.monotonic()
    busy = looked = begin
    before = {}
    while time.monotonic() - begin < TIMEOUT and time.monotonic() - busy < QUIET:
        process.poll()
        now = used(process.pid)
        if not now:
            return process.wait()
        if time.monotonic() - looked > 5:
            busy, looked = time.monotonic() if works(before, now) else busy, time.monotonic()
            before = now
        time.sleep(0.2)
    for one in used(process.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    process.wait()
    return None


def run(case, scratch, prefix, python):
    """The exit code (None: it did not end), the output, the calls and the processes of a case."""
    for name in ('log', 'home', 'hook'):
        (scratch / name).mkdir()
    shutil.copytree(case, scratch / 'case')
    shutil.copy(HERE / 'launch_witness.py', scratch / 'hook/sitecustomize.py')
    own = dict(PATH=str(path_of(scratch / 'bin')), HOME=str(scratch / 'home'), LC_ALL='C.UTF-8',
               PYTHONDONTWRITEBYTECODE='1', TRUTH_LOG=str(scratch / 'log'), TRUTH_PYTHON=str(python),
               GLOO_SOCKET_IFNAME='lo',
               PYTHONPATH=str(scratch / 'hook'), MPLCONFIGDIR=str(scratch / 'home'), TMPDIR=str(scratch / 'home'),
               OMP_NUM_THREADS='1', MKL_NUM_THREADS='1')
    with open(scratch / 'output', 'wb') as output:
        process = subprocess.Popen([*prefix, '/bin/bash', 'launch.sh'], cwd=scratch / 'case', stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                                   env=own)
        code = wait(process)
    calls = scratch / 'log/calls.jsonl'
    lines = calls.read_text(encoding='utf-8').splitlines() if calls.exists() else []
    processes = [json.loads(path.read_text(encoding='utf-8'))
                 for path in sorted((scratch / 'log').glob('process*.json'))]
    return code, (scratch / 'output').read_text(errors='replace'), [json.loads(line) for line in lines], processes


def judge(code, processes):
    """The outcome of a case, and why."""
    if code is None:
        return 'dies', 'its processes wait for each other'
    training = [process for process in processes if process['steps'] > 0]
    if any(process['error'] for process in processes):
        return 'dies', 'a process ends with an error'
    if code != 0:
        return 'dies', f'launch.sh ends with {code}'
    if not training:
        return 'dies', 'nothing trains'
    for process in training:
        if process['told'] and int(process['told'][1]) != process['world']:
            return 'wrong', (f'a process that was told of {process["told"][1]} ranks trains in a group of '
                             f'{process["world"]}')
    if {process['weights'] for process in training if process['world'] > 1} and not balanced(training):
        return 'wrong', 'ranks of one group end with other weights'
    return 'trains', ''


def balanced(training):
    """Each result of a group was reached by all of its ranks: by a multiple of them, as several groups may train."""
    counts = {}
    for process in training:
        if process['world'] > 1:
            key = process['world'], process['weights']
            counts[key] = counts.get(key, 0) + 1
    return all(count % world == 0 for (world, _), count in counts.items())


def summary(code, output, calls, processes, scratch):
    outcome, why = judge(code, processes)
    errors = [] if outcome == 'trains' else FAILURES.findall(normal(output, scratch))
    started = [dict(program=call['program'], arguments=[normal(word, scratch) for word in call['arguments']],
                    folder=normal(call['folder'], scratch),
                    environment={name: normal(f'{name}={value}', scratch).split('=', 1)[1]
                                 for name, value in sorted(call['environment'].items())}) for call in calls]
    ranks = [dict(told=process['told'], world=process['world'], backend=process['backend'], steps=process['steps'],
                  error=process['error'] and normal(process['error'], scratch))
             for process in processes if process['steps'] or process['error']]
    ranks.sort(key=lambda rank: json.dumps(rank))
    return dict(outcome=outcome, why=why, error=errors[0] if errors else '', exit=code, started=started, ranks=ranks)


def write(recorded, there):
    lines = (f'  {json.dumps(name)}: {json.dumps(recorded[name])}' for name in there if name in recorded)
    RECORD.write_text('{\n' + ',\n'.join(lines) + '\n}\n', encoding='utf-8')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('--check', action='store_true', help='write nothing, fail if an outcome would change')
    parser.add_argument('--verbose', action='store_true', help='print what the cases print')
    parser.add_argument('cases', nargs='*', metavar='CASE')
    options = parser.parse_args()
    recorded = json.loads(RECORD.read_text(encoding='utf-8')) if RECORD.exists() else {}
    there = sorted(path.name for path in CASES.iterdir() if path.is_dir())
    changed, prefix, python = [], alone(), environment.python()
    for name in options.cases or there:
        with tempfile.TemporaryDirectory() as folder:
            scratch = Path(folder).resolve()
            result = run(CASES / name, scratch, prefix, python)
            now = summary(*result, scratch)
            if options.verbose:
                print(result[1])
        print(f'{name}: {now["outcome"]} {now["why"]} {now["error"]}', flush=True)
        if recorded.get(name, {}).get('outcome') != now['outcome']:
            changed.append(name)
        recorded[name] = now
        if not options.check:
            write(recorded, there)
    if options.check:
        print(f'other than recorded: {", ".join(changed) or "none"}')
        return 1 if changed else 0
    return 0


if __name__ == '__main__':
    sys.exit(main())
