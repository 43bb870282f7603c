"""Inputs for the fuzz target over logs: those of fixtures/logs, and mutants of them."""

import random
import zipfile

LARGEST = 3000  # bytes: a traceback with what stands around it
MUTANTS = 1500  # that are replayed

WORDS = tuple(word.encode() for word in (
    'Traceback (most recent call last):\n', '  File "train.py", line 3, in main\n', '    dist.init_process_group("nccl")\n',
    'RuntimeError: ', 'KeyError: \'RANK\'', 'AssertionError\n', 'KeyboardInterrupt', '[rank1]: ', '[default0]:', '3: ',
    '[1,2]<stderr>:', '\x1b[31m', '\x1b]0;title\x07', '\r', '\r\n', '\n\n', '\t', ' ' * 40, '\x00', '\xff',
    '2024/03/01 10:00:00 - mmengine - INFO - ', 'Epoch(train)  [1][ 50/100]  lr: 1.0e-04  loss: 0.5\n',
    'System environment:\n', '    Distributed launcher: none\n', '    MMEngine: 0.10.7\n', '    GPU number: 2\n',
    'Config:\n', 'model = dict(type="A")\n', '-' * 60 + '\n', '=' * 60 + '\n', 'nohup: ignoring input\n',
    'Setting OMP_NUM_THREADS environment variable for each process to be 1\n', 'Saving checkpoint at 1 epochs\n',
    'torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n', '  rank      : 1 (local_rank: 1)\n',
    'exitcode  : -9', 'The above exception was the direct cause of the following exception:\n',
    'During handling of the above exception, another exception occurred:\n', 'Exception ignored in: <f>\n',
    'Original Traceback (most recent call last):\n', 'Caught RuntimeError in DataLoader worker process 0.\n',
    'Cell In[3], line 1\n', 'File ~/x.py:3, in f(a)\n', '[Rank 1] Watchdog caught collective operation timeout: SeqNum=7 ',
    '    ^^^^^\n', ' 33%|###3      | 575/1725 [3:03:39<6:06:20, 19.11s/it]', 'mmlint-probe {"rank": 0}', '$ python train.py\n'))


def words():
    return (word.decode(errors='replace') for word in WORDS)


def texts(repository):
    folder = repository / 'fixtures/logs'
    for path in sorted(folder.rglob('*.log')):
        yield path.read_bytes()
    with zipfile.ZipFile(folder / 'runs.zip') as archive:
        for name in sorted(archive.namelist()):
            yield archive.read(name)


def inputs(repository):
    """The end of each log, where the error stands."""
    return (text[-LARGEST:] for text in texts(repository))


def mutants(repository):
    """Several changes at once, which the fuzzer seldom gets to in a short time; the same every time."""
    known, choose = list(inputs(repository)), random.Random(1)
    return (mutant(known, choose) for _ in range(MUTANTS))


def mutant(known, choose):
    """Lines of several logs, put together, repeated and changed."""
    text = choose.choice(known)
    for _ in range(choose.choice((1, 2, 5, 20))):
        at = choose.randrange(len(text) + 1)
        kind = choose.random()
        if kind < 0.2:
            text = text[:at] + text[at + choose.randint(1, 200):]
        elif kind < 0.6:
            text = text[:at] + choose.choice(WORDS) + text[at:]
        elif kind < 0.8:
            end = min(at + choose.randint(1, 200), len(text))
            text = text[:end] + text[at:end] * choose.choice((1, 3, 10)) + text[end:]
        else:
            other = choose.choice(known)
            cut = choose.randrange(len(other) + 1)
            text = text[:at] + other[cut:cut + 400] + text[at:]
    return text
