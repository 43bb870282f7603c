"""Starts the ranks of one training after the other, each in a process of its own that is forked from this
one, which has imported what takes long. Run by the Python that trains; reads a request per line (folder,
arguments, port, environment) and answers with the exit code of each rank, null for one it had to kill.
"""

import faulthandler
import json
import mmap
import os
import runpy
import signal
import sys
import time
import traceback

import mmengine.runner  # noqa: F401

RANKS = 2
PATIENCE = 400  # seconds for a training of two steps, on a machine busy with other things
GRACE = 20  # seconds for the others after one has failed
FAREWELL = 2  # seconds in which one that has failed still answers the others


def run(number, folder, arguments, port):
    """As `python ARGUMENTS` in the folder; its output and its report are left there."""
    os.chdir(folder)
    for stream, name, mode in ((0, os.devnull, os.O_RDONLY), (1, f'rank{number}.txt', os.O_WRONLY | os.O_CREAT)):
        os.dup2(os.open(name, mode | os.O_TRUNC, 0o644), stream)
    os.dup2(1, 2)
    faulthandler.dump_traceback_later(PATIENCE - 5)  # where it hangs
    sys.stdout.reconfigure(line_buffering=True)
    os.environ.update(RANK=str(number), LOCAL_RANK=str(number), WORLD_SIZE=str(RANKS),
                      MASTER_ADDR='127.0.0.1', MASTER_PORT=str(port), REPORT=f'{folder}/rank{number}.json')
    sys.argv = arguments
    sys.path[:0] = [os.path.join(folder, os.path.dirname(arguments[0])), folder]
    runpy.run_path(arguments[0], run_name='__main__')


def start(number, failed, request):
    if pid := os.fork():
        return pid
    code = 1
    try:
        run(number, **request)
        code = 0
    except BaseException:  # also SystemExit, which no training needs
        traceback.print_exc()
        failed[number] = 1
        # The exception keeps the store alive: a rank that asks it while it goes waits for ever.
        end = time.monotonic() + FAREWELL
        while 0 in failed[:] and time.monotonic() < end:
            time.sleep(0.01)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def wait(ranks):
    codes, end, failed = {}, time.monotonic() + PATIENCE, False
    while len(codes) < len(ranks) and time.monotonic() < end:
        for pid in set(ranks) - set(codes):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                codes[pid] = os.waitstatus_to_exitcode(status)
        if not failed and any(codes.values()):
            end, failed = min(end, time.monotonic() + GRACE), True
        time.sleep(0.02)
    for pid in set(ranks) - set(codes):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return [codes.get(pid) for pid in ranks]


for line in sys.stdin:
    shared = mmap.mmap(-1, RANKS)
    print(json.dumps(wait([start(number, shared, json.loads(line)) for number in range(RANKS)])), flush=True)
