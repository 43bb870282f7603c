"""Runs the ranks of one training as a launcher would, and says how they ended."""

import contextlib
import dataclasses
import itertools
import json
import os
import re
import socket
import subprocess
import threading
from pathlib import Path

WARM = Path(__file__).resolve().parent / 'warm.py'
RANKS = 2

# Below the ports that the system hands out by itself: nobody takes one between our look and its use.
PORTS = itertools.count(20000 + os.getpid() % 8000)
LOCK = threading.Lock()
THREAD = threading.local()


@dataclasses.dataclass
class Rank:
    code: int | None  # None: it had to be killed
    error: str  # the last exception, "Type: message"; empty without one
    output: str
    report: dict | None


def free_port():
    with LOCK:
        for port in PORTS:
            with socket.socket() as probe, contextlib.suppress(OSError):
                probe.bind(('127.0.0.1', port))
                return port


def warm(python):
    """The process that this thread has its ranks started by; it ends with us."""
    if not hasattr(THREAD, 'process'):
        environment = {name: os.environ[name] for name in ('PATH', 'HOME', 'TMPDIR') if name in os.environ}
        environment.update(LC_ALL='C.UTF-8', OMP_NUM_THREADS='1', MKL_NUM_THREADS='1',
                           PYTHONDONTWRITEBYTECODE='1', MPLCONFIGDIR=str(python.parents[1] / 'matplotlib'))
        THREAD.process = subprocess.Popen([python, WARM], env=environment, text=True,
                                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    return THREAD.process


def exception(output):
    starts = [match.start() for match in re.finditer(r'^[\w.]*(?:Error|Exception): ', output, re.M)]
    return output[starts[-1]:] if starts else ''


def train(python, folder, *arguments):
    """Runs a train script of the project in `folder`, which is also where each rank leaves its report."""
    outputs = [folder / f'rank{rank}.txt' for rank in range(RANKS)]
    reports = [folder / f'rank{rank}.json' for rank in range(RANKS)]
    for report in reports:
        report.unlink(missing_ok=True)
    process = warm(python)
    process.stdin.write(json.dumps(dict(folder=str(folder), arguments=arguments, port=free_port())) + '\n')
    process.stdin.flush()
    codes = json.loads(process.stdout.readline())
    texts = [output.read_text(errors='replace') for output in outputs]
    return [Rank(code, exception(text), text, json.loads(report.read_text()) if report.exists() else None)
            for code, text, report in zip(codes, texts, reports)]
