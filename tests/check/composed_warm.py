"""Starts training scripts as record.py does, in processes that are forked from this one, which has imported PyTorch and
the observer. Run by the Python that trains; reads a request per line (folder, script, arguments and environment of each
rank) and answers with the exit code of each rank, null for one that hung.
"""

import atexit
import io
import json
import os
import pickle
import runpy
import signal
import sys
import time
import traceback
import types
from multiprocessing import context, popen_fork, popen_spawn_posix, process, reduction, spawn
from pathlib import Path

import torch
import torch.distributed  # noqa: F401
import torch.multiprocessing  # noqa: F401
import torch.utils.data  # noqa: F401
from torch.distributed.elastic.multiprocessing import errors  # noqa: F401
from torch.nn.parallel import DistributedDataParallel  # noqa: F401
import yaml  # noqa: F401

PATIENCE = 120  # seconds for a training of a few steps, on a machine busy with other things
IDLE = 4  # seconds without much use of a processor, after which a training hangs
GRACE = 1  # seconds for the other rank after one has failed


KEPT = []


class Spawned:
    """What a process that is spawned does, in one that is forked: it begins with the modules that were there at first,
    runs the script as another module, and takes what was pickled for it."""

    MODULES = set()

    def __init__(self, data):
        self.data = data

    def _bootstrap(self, parent_sentinel):
        for name in set(sys.modules) - self.MODULES:
            if str(getattr(sys.modules[name], '__file__', '')).startswith(os.getcwd()):
                del sys.modules[name]
        sys.modules['__main__'] = types.ModuleType('__main__')
        torch.seed()
        file = io.BytesIO(self.data)
        process.current_process()._inheriting = True
        try:
            spawn.prepare(pickle.load(file))
            own = pickle.load(file)
        except BaseException:
            traceback.print_exc()
            raise
        finally:
            del process.current_process()._inheriting
        code = own._bootstrap(parent_sentinel)
        atexit._run_exitfuncs()  # the report of the observer
        return code


class Popen(popen_fork.Popen):
    method = 'spawn'
    DupFd = popen_spawn_posix.Popen.DupFd

    def duplicate_for_child(self, descriptor):
        return descriptor

    def _launch(self, process_obj):
        file = io.BytesIO()
        context.set_spawning_popen(self)
        try:
            reduction.dump(spawn.get_preparation_data(process_obj._name), file)
            reduction.dump(process_obj, file)
        finally:
            context.set_spawning_popen(None)
        super()._launch(Spawned(file.getvalue()))


def keep(init):
    """Wrapped models live until the process ends: PyTorch 1.13 sometimes hangs as it removes one with its group."""
    def kept(self, *arguments, **options):
        init(self, *arguments, **options)
        KEPT.append((self, torch.distributed.group.WORLD))
    return kept


def end_of(raised):
    """The exit code of Python after this exception, which it prints."""
    if not isinstance(raised, SystemExit):
        traceback.print_exception(raised)
        return 1
    if raised.code is None or isinstance(raised.code, int):
        return raised.code or 0
    print(raised.code, file=sys.stderr)
    return 1


def run(folder, script, arguments, environment, output):
    """As `python SCRIPT ARGUMENTS` in the folder."""
    os.setsid()
    os.chdir(folder)
    for stream, name, mode in ((0, os.devnull, os.O_RDONLY), (1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)):
        os.dup2(os.open(name, mode, 0o644), stream)
    os.dup2(1, 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [script, *arguments]
    torch.seed()
    sys.path[0] = str((Path(folder) / script).parent)
    code = 0
    try:
        runpy.run_path(os.path.join(folder, script), run_name='__main__')
    except BaseException as raised:
        code = end_of(raised)
        raised.__traceback__ = None
    sys.stdout.flush()
    sys.stderr.flush()
    atexit._run_exitfuncs()  # the report of the observer
    os._exit(code)


def fork(arguments):
    if pid := os.fork():
        return pid
    try:
        run(*arguments)
    finally:
        os._exit(1)


def used(sessions):
    """What the processes of these sessions have used of the processors so far."""
    ticks = 0
    for path in Path('/proc').glob('[0-9]*/stat'):
        try:
            fields = path.read_text().rpartition(')')[2].split()
        except OSError:
            continue
        if int(fields[3]) in sessions:
            ticks += int(fields[11]) + int(fields[12])
    return ticks


def wait(ranks):
    codes, end, failed = {}, time.monotonic() + PATIENCE, False
    ticks, busy, look = 0, time.monotonic(), 0
    while len(codes) < len(ranks) and time.monotonic() < end:
        for pid in set(ranks) - set(codes):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                codes[pid] = os.waitstatus_to_exitcode(status)
        if not failed and any(codes.values()):
            end, failed = min(end, time.monotonic() + GRACE), True
        if time.monotonic() > look:
            look, now = time.monotonic() + 0.5, used(set(ranks))
            if now > ticks + 2:  # hundredths of a second
                ticks, busy = now, time.monotonic()
            elif time.monotonic() - busy > IDLE:
                break
        time.sleep(0.01)
    for pid in ranks:
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        if pid not in codes:
            os.waitpid(pid, 0)
    return [codes.get(pid) for pid in ranks]


popen_spawn_posix.Popen = Popen
DistributedDataParallel.__init__ = keep(DistributedDataParallel.__init__)
Spawned.MODULES = set(sys.modules)
for line in sys.stdin:
    print(json.dumps(wait([fork(rank) for rank in json.loads(line)])), flush=True)
