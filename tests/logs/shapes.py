"""What becomes of the log of one process where there are more of them, a progress bar, a cluster manager or an older
run in the same file. Everything is chosen by the log's name, so that a test is the same in every run."""

import random
import re

TRACEBACK = 'Traceback (most recent call last):'
CHAINED = ('The above exception was the direct cause of the following exception:',
           'During handling of the above exception, another exception occurred:')
PREFIX = re.compile(r'^(?:\[rank\d+\]:[ ]?|\[default\d+\]:)')

SUMMARY = """\
ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: 1) local_rank: 0 (pid: 2114) of binary: \
/home/user/venv/bin/python
Traceback (most recent call last):
  File "/home/user/venv/bin/torchrun", line 8, in <module>
    sys.exit(main())
  File "/home/user/venv/lib/python3.9/site-packages/torch/distributed/run.py", line 762, in main
    run(args)
  File "/home/user/venv/lib/python3.9/site-packages/torch/distributed/launcher/api.py", line 246, in launch_agent
    raise ChildFailedError(
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\x20
============================================================
tools/train.py FAILED
------------------------------------------------------------
Failures:
[1]:
  time      : 2024-03-01_10:02:44
  host      : node01
  rank      : 1 (local_rank: 1)
  exitcode  : 1 (pid: 2115)
  error_file: <N/A>
  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html
------------------------------------------------------------
Root Cause (first observed failure):
[0]:
  time      : 2024-03-01_10:02:44
  host      : node01
  rank      : 0 (local_rank: 0)
  exitcode  : 1 (pid: 2114)
  error_file: <N/A>
  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html
============================================================
"""

OLDER_FINISHED = """\
2024/02/27 21:14:02 - mmengine - INFO -\x20
------------------------------------------------------------
System environment:
    sys.platform: linux
    Python: 3.9.16 (main, Mar  8 2023, 14:00:05) [GCC 11.2.0]
    CUDA available: False
    PyTorch: 1.13.1
    MMEngine: 0.10.3

Runtime environment:
    cudnn_benchmark: False
    dist_cfg: {'backend': 'gloo'}
    Distributed launcher: pytorch
    Distributed training: True
    GPU number: 2
------------------------------------------------------------

2024/02/27 21:14:09 - mmengine - INFO - Epoch(train) [1][ 50/100]  lr: 1.0000e-02  eta: 0:00:50  time: 1.0011  \
data_time: 0.0041  loss: 1.2210
2024/02/27 21:14:59 - mmengine - INFO - Epoch(train) [1][100/100]  lr: 1.0000e-02  eta: 0:00:00  time: 1.0008  \
data_time: 0.0039  loss: 0.9017
2024/02/27 21:14:59 - mmengine - INFO - Saving checkpoint at 1 epochs
"""

OLDER_FAILED = OLDER_FINISHED.split('2024/02/27 21:14:09')[0] + """\
Traceback (most recent call last):
  File "/home/user/project/tools/train.py", line 9, in <module>
    Runner.from_cfg(Config.fromfile(sys.argv[1])).train()
  File "/home/user/project/toy/transforms.py", line 31, in transform
    box = results['gt_boxes_of_older_run']
KeyError: 'gt_boxes_of_older_run'
""" + SUMMARY

BAR = '\r {percent:2d}%|{bar:10}| {done}/1725 [{done}:39<6:06:20, 19.11s/it]'


def one_process(text, cause):
    """What one process has printed of a log: what came before the first traceback that ends in `cause`, and that
    traceback, with those that it is chained to; None if others have written in between."""
    lines = [PREFIX.sub('', line) for line in text.replace('\r\n', '\n').split('\n')]
    ends = [number for number, line in enumerate(lines) if line.strip() == cause.strip()]
    if not ends:
        return None
    end = begin = ends[0]
    while True:
        above = [number for number in range(begin) if TRACEBACK in lines[number]]
        if not above:
            return None
        begin = above[-1]
        inside = lines[begin + 1:end]
        while begin and not lines[begin - 1].strip():
            begin -= 1
        if not (begin and lines[begin - 1].strip() in CHAINED):
            break
        end, begin = begin - 1, begin - 1
    if any(line and not line.startswith(' ') and TRACEBACK not in line for line in inside):
        return None
    head = lines[:next(number for number, line in enumerate(lines) if TRACEBACK in line)]
    block = lines[begin:ends[0] + 1]
    return '\n'.join(head + [line for line in block if line.strip() or block.index(line)]) + '\n'


def split(text):
    """(what comes before the first traceback, the rest)"""
    at = text.find(TRACEBACK)
    return (text[:at], text[at:]) if at >= 0 else (text, '')


def eight_ranks(text, chance):
    """The traceback of eight ranks: with the number of the rank before each line, or without, and then as a whole or
    line by line as well."""
    head, tail = split(text)
    style = chance.choice(('[rank{}]: ', '[default{}]:', '\x1b[31m[rank{}]: ', 'whole', 'shredded'))
    prefix, end = (style if '{}' in style else ''), ('\x1b[0m' if '\x1b' in style else '')
    queues = [[prefix.format(rank) + line + end for line in tail.rstrip('\n').split('\n')] for rank in range(8)]
    lines = []
    while any(queues):
        queue = chance.choice([queue for queue in queues if queue])
        count = len(queue) if style == 'whole' else 1
        lines += queue[:count]
        del queue[:count]
    return head + '\n'.join(lines) + '\n'


def with_summary(text, chance):
    return text + SUMMARY


def behind_bar(text, chance):
    """The traceback begins on the line after the bar or on the same one, there with a rank's prefix or without."""
    head, tail = split(text)
    bars = ''.join(BAR.format(percent=done // 18, bar='#' * (done // 180), done=done) for done in range(400, 575, 25))
    between = chance.choice(('\n', '', '[rank1]: '))
    prefix = between.strip('\n')
    lines = tail.rstrip('\n').replace('\n', f'\n{prefix}')
    return f'{head}{bars}{between}{lines}\n'


def slurm(text, chance):
    rank = chance.randrange(8)
    return '\n'.join(f'{rank}: {line}' for line in text.rstrip('\n').split('\n')) + '\n'


def own_prefix(text, chance):
    """What a container, a worker of ray or somebody's logger puts in front of each line."""
    style = chance.choice(('trainer-1  | ', '(RayTrainWorker pid={}, ip=10.0.0.3) ', 'ERROR 06-04 22:25:{} [engine.py:40] '))
    number = 38495 if 'pid' in style else 17
    return ''.join(style.format(number) + line + '\n' for line in text.rstrip('\n').split('\n'))


def behind_older(text, chance):
    return chance.choice((OLDER_FINISHED, OLDER_FAILED)) + text


def behind_finished(text, chance):
    return OLDER_FINISHED + text


FAILED = dict(eight=eight_ranks, summary=with_summary, bar=behind_bar, slurm=slurm, own=own_prefix, older=behind_older)
WITHOUT_TRACEBACK = dict(slurm=slurm, older=behind_finished)


def shapes(name, text, causes):
    """(shape, text) for each that this log can take; `recorded` is the log as it is."""
    yield 'recorded', text
    single = one_process(text, *causes) if causes else None
    if single:
        yield 'single', single
    elif TRACEBACK in text:
        return  # of several processes, and none of them can be told apart
    for shape, change in (FAILED if single else WITHOUT_TRACEBACK).items():
        yield shape, change(single or text, random.Random(f'{name} {shape}'))
