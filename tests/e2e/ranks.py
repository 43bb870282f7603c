"""Starts the ranks of one training as plain processes, as a launcher would, and says how they ended."""

import contextlib
import dataclasses
import itertools
import json
import os
import re
import socket
import subprocess
import threading
import time

RANKS = 2
PATIENCE = 400  # seconds for a training of two steps, on a machine busy with other things
GRACE = 20  # seconds for the others after one has failed

# Below the ports that the system hands out by itself: nobody takes one between our look and its use.
PORTS = itertools.count(20000 + os.getpid() % 8000)
LOCK = threading.Lock()


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


def start(python, folder, config, rank, port, output):
    names = ('RANK', 'LOCAL_RANK', 'WORLD_SIZE', 'MASTER_ADDR', 'MASTER_PORT')
    values = (rank, rank, RANKS, '127.0.0.1', port)
    environment = {name: os.environ[name] for name in ('PATH', 'HOME', 'TMPDIR') if name in os.environ}
    environment.update(zip(names, map(str, values)), PYTHONPATH=str(folder), LC_ALL='C.UTF-8',
                       OMP_NUM_THREADS='1', MKL_NUM_THREADS='1', PYTHONDONTWRITEBYTECODE='1',
                       MPLCONFIGDIR=str(python.parents[1] / 'matplotlib'))
    return subprocess.Popen([python, 'tools/train.py', config], cwd=folder, env=environment,
                            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)


def wait(processes):
    end, failed = time.monotonic() + PATIENCE, False
    while any(process.poll() is None for process in processes) and time.monotonic() < end:
        if not failed and any(process.returncode for process in processes):
            end, failed = min(end, time.monotonic() + GRACE), True
        time.sleep(0.05)


def exception(output):
    starts = [match.start() for match in re.finditer(r'^[\w.]*(?:Error|Exception): ', output, re.M)]
    return output[starts[-1]:] if starts else ''


def train(python, folder, config):
    """Trains `config` with the train script of the project in `folder`, which is also where each rank
    leaves its report."""
    port, processes = free_port(), []
    outputs = [folder / f'rank{rank}.txt' for rank in range(RANKS)]
    reports = [folder / f'rank{rank}.json' for rank in range(RANKS)]
    for report in reports:
        report.unlink(missing_ok=True)
    try:
        for rank in range(RANKS):
            with open(outputs[rank], 'w') as output:
                processes.append(start(python, folder, config, rank, port, output))
        wait(processes)
    finally:
        codes = [process.poll() for process in processes]
        for process in processes:
            process.kill()
            process.wait()
    texts = [output.read_text(errors='replace') for output in outputs]
    return [Rank(code, exception(text), text, json.loads(report.read_text()) if report.exists() else None)
            for code, text, report in zip(codes, texts, reports)]
