"""Runs what calls.py names on the PyTorch of the Python that runs this, and prints as JSON what it came to.

Every call runs in a child of its own, so that none changes the next, and one that crashes or waits for ever is seen."""

import contextlib
import io
import json
import os
import re
import select
import signal
import socket
import sys
import tempfile
import time
import warnings

import numpy
import torch
import torch.distributed as dist
import torch.distributed.nn.functional
import torch.utils.checkpoint
from torch import nn

import calls

TIMEOUT = 40  # seconds
RANKS = 2


def saved():
    file = io.BytesIO()
    torch.save(dict(weight=torch.zeros(3)), file)
    file.seek(0)
    return file


def loaded(**settings):
    """The batches of a loader; its first batch is pinned by a thread whose errors come here."""
    data = torch.utils.data.TensorDataset(torch.zeros(4, 1))
    return len(list(torch.utils.data.DataLoader(data, batch_size=2, **settings)))


def scaled(scaler):
    """One step of training with a scaler, as scripts write it."""
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler.scale(model(torch.ones(2, 4)).sum()).backward()
    scaler.unscale_(optimizer)
    scaler.step(optimizer)
    scaler.update()


def stepped(model, inputs):
    model(inputs).sum().backward()


def ones(kind=torch.float32):
    return torch.ones(4, dtype=kind)


def pair(kind=torch.float32):
    return [torch.ones(4, dtype=kind), torch.ones(4, dtype=kind)]


def hooked(name):
    from torch.distributed.algorithms.ddp_comm_hooks import default_hooks
    model = nn.parallel.DistributedDataParallel(nn.Linear(4, 1))
    model.register_comm_hook(None, getattr(default_hooks, name))
    stepped(model, torch.zeros(2, 4))


def sharded_optimizer():
    from torch.distributed.optim import ZeroRedundancyOptimizer
    model = nn.parallel.DistributedDataParallel(nn.Linear(4, 1))
    optimizer = ZeroRedundancyOptimizer(model.parameters(), optimizer_class=torch.optim.SGD, lr=0.1)
    stepped(model, torch.zeros(2, 4))
    optimizer.step()


def first_line(text):
    """What a message says, without what differs from run to run and from machine to machine."""
    line = next((line for line in str(text).strip().splitlines() if line.strip()), '')
    line = re.sub(r'0x[0-9a-f]+', '0x...', line)
    line = re.sub(r'(?:/[\w.+-]+)+/(\S+?\.(?:cpp|h|py|cc)):\d+', r'\1', line)
    line = re.sub(r'\d+\.\d+\.\d+\.\d+(?:\]?:\d+)?', '<address>', line)
    line = re.sub(r'(?:/[\w.+-]+)+/tmp\w+', '<folder>', line)
    return line[:200]


def short(value):
    """The value if it is always the same, else its type."""
    if isinstance(value, (bool, int, str, type(None))) or isinstance(value, (tuple, list)) and not value:
        return first_line(repr(value))
    return type(value).__name__


def attempt(code, names):
    """(what it does, what it says) of code that runs here."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            try:
                value = eval(compile(code, '<call>', 'eval'), names)  # noqa: S307
            except SyntaxError:
                exec(compile(code, '<call>', 'exec'), names)  # noqa: S102
                value = None
        except BaseException as error:  # noqa: B902
            is_missing = isinstance(error, AttributeError) and re.match(r"module '[\w.]+' has no attribute", str(error))
            does = 'missing' if is_missing and error.name in code else 'raises'
            return does, first_line(f'{type(error).__name__}: {error}')
    told = [f'{one.category.__name__}: {first_line(one.message)}' for one in caught
            if not issubclass(one.category, (PendingDeprecationWarning, ResourceWarning))]
    return ('warns', told[0]) if told else ('fine', short(value))


def child(work):
    """Starts work() in a child; (pid, a pipe with what it returns). The child stays until it is killed, as what it
    serves may be needed by others."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            os.setpgid(0, 0)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            os.write(writing, json.dumps(work()).encode())
            os.close(writing)
            time.sleep(2 * TIMEOUT)
        os._exit(0)
    os.close(writing)
    return pid, reading


def answers_of(works):
    """What the works return that run side by side; when one raises, the others may wait for it for ever."""
    children = [child(work) for work in works]
    answers, end = [None] * len(works), time.monotonic() + TIMEOUT
    while None in answers and time.monotonic() < end:
        waiting = {reading: number for number, (_, reading) in enumerate(children) if answers[number] is None}
        for reading in select.select(list(waiting), [], [], 0.5)[0]:
            text = os.read(reading, 1 << 16)  # one write of less than a pipe holds
            answers[waiting[reading]] = json.loads(text) if text else ['raises', 'the process dies']
        if any(answer and answer[0] in ('raises', 'missing') for answer in answers):
            end = min(end, time.monotonic() + 2)
    for number, (pid, reading) in enumerate(children):
        os.close(reading)
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)
        status = os.waitpid(pid, 0)[1]
        if answers[number] == ['raises', 'the process dies'] and os.WIFSIGNALED(status):
            answers[number][1] = f'the process dies of {signal.Signals(os.WTERMSIG(status)).name}'
        answers[number] = answers[number] or ['hangs', f'it has not ended after {TIMEOUT} seconds']
    return answers


def worst(answers):
    order = ('missing', 'raises', 'hangs', 'warns', 'fine')
    return min(answers, key=lambda answer: order.index(answer[0]))


def names(**more):
    return dict(globals(), **more)


def on_ranks(code, has_group):
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        port = probe.getsockname()[1]
        probe.close()  # free for the ranks

        def work(rank):
            os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(RANKS), MASTER_ADDR='127.0.0.1',
                              MASTER_PORT=str(port), GLOO_SOCKET_IFNAME='lo', TORCH_NCCL_ASYNC_ERROR_HANDLING='0')
            if has_group:
                dist.init_process_group('gloo', init_method=f'file://{folder}/store', rank=rank, world_size=RANKS)
            return attempt(code, names(rank=rank))

        return worst(answers_of([lambda rank=rank: work(rank) for rank in range(RANKS)]))


def main():
    os.chdir(tempfile.mkdtemp())
    torch.set_num_threads(1)
    table = dict(version=torch.__version__, cuda=torch.version.cuda)
    table['without_cuda'] = [[name, code, answers_of([lambda code=code: attempt(code, names())])[0]]
                             for name, code in calls.without_cuda()]
    table['groups'] = [['', code, on_ranks(code, False)] for code in calls.GROUPS]
    table['gloo'] = [['', code, on_ranks(code, True)] for code in calls.GLOO]
    json.dump(table, sys.stdout)


if __name__ == '__main__':
    main()
