"""Runs suites in one Python, each in a child of its own, and shows what programs said in what fails.

    suite.py [NAME=]SCRIPT [ARGUMENT...] [-- [NAME=]SCRIPT [ARGUMENT...]]...

A suite is a script of this folder that ends with 0 if it passes. ctest starts all Python suites through this
script. Suites that take less than a second share one call, so that Python starts once for all of them.

When a test of `unittest` fails, or a suite dies of an exception, the programs that it ran last are printed: the
command, the exit code, and the end of both outputs."""

import collections
import itertools
import os
import runpy
import shlex
import subprocess
import sys
import time
import traceback
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent
SHOWN = 1500  # characters of an output, from its end
ran = collections.deque(maxlen=3)
run_program = subprocess.run


def text_of(output):
    text = output.decode('utf-8', 'replace') if isinstance(output, bytes) else output or ''
    return text if len(text) <= SHOWN else f'[...]{text[-SHOWN:]}'


def described(done):
    words = [done.args] if isinstance(done.args, (str, bytes, os.PathLike)) else done.args
    out = f'$ {shlex.join(os.fsdecode(os.fspath(word)) for word in words)}\nexit code {done.returncode}\n'
    for name, output in (('stdout', text_of(done.stdout)), ('stderr', text_of(done.stderr))):
        if output:
            out += f'--- {name}\n{output.rstrip()}\n'
    return out


def recorded_run(*arguments, check=False, **more):
    done = run_program(*arguments, **more)
    ran.append(done)
    if check:
        done.check_returncode()
    return done


def print_programs():
    if ran:
        print('The programs that ran last:\n' + '\n'.join(map(described, ran)), file=sys.stderr, flush=True)
    ran.clear()


def shown(method):
    """A method of unittest.TestResult that takes a failure, and prints the programs as well."""
    def take(self, test, error):
        print_programs()
        return method(self, test, error)
    return take


def started(method):
    def start(self, test):
        ran.clear()
        return method(self, test)
    return start


def run_script(path, arguments):
    subprocess.run = recorded_run
    result = unittest.TestResult
    result.addFailure, result.addError = shown(result.addFailure), shown(result.addError)
    result.startTest = started(result.startTest)
    sys.argv = [str(path), *arguments]
    sys.path[0] = str(path.parent)
    code = 1
    try:
        runpy.run_path(str(path), run_name='__main__')
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
        print_programs()
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def in_child(path, arguments):
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = run_script(path, arguments)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main():
    words = (list(group) for is_end, group in itertools.groupby(sys.argv[1:], lambda word: word == '--') if not is_end)
    suites = [(*first.rpartition('=')[::2], arguments) for first, *arguments in words]
    failed = []
    for name, script, arguments in suites:
        path = TESTS / script
        if len(suites) == 1:
            return run_script(path, arguments)
        start = time.monotonic()
        code = in_child(path, arguments)
        print(f'{name or script}: {"passed" if code == 0 else "FAILED"} in {time.monotonic() - start:.2f} s', flush=True)
        if code != 0:
            failed.append(name or script)
    for name in failed:
        print(f'alone: scripts/test-one {name}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
