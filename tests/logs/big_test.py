"""`mmlint diagnose` on what is too big or no text: a log of 500 MB within 10 seconds and 100 MB of memory, one line of
50 MB, bytes, a file that ends within a character, an empty one, several files and standard input at once.

In a sanitizer build the logs are a hundredth of that, and nothing is measured."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import corpus
import shapes

MEGABYTE = 1000 * 1000
SECONDS, MEMORY = 10, 100 * 1024  # kilobytes, as the system counts them
SMALL = 100 if os.environ.get('MMLINT_SANITIZE') else 1

CAUSE = "RuntimeError: Distributed package doesn't have NCCL built in"
TRACEBACK = f"""\
Traceback (most recent call last):
  File "/home/user/project/tools/train.py", line 31, in <module>
    main()
  File "/home/user/project/tools/train.py", line 24, in main
    dist.init_process_group('nccl')
  File "/usr/lib/python3/dist-packages/torch/distributed/distributed_c10d.py", line 761, in init_process_group
    default_pg = _new_process_group_helper(
{CAUSE}
""".encode()


def training(size):
    """The lines of a training, of this many bytes."""
    block, step = bytearray(), 0
    while len(block) < min(size, MEGABYTE):
        step += 50
        block += (f'2024/03/01 10:{step // 60 % 60:02}:{step % 60:02} - mmengine - INFO - Epoch(train)  [3]'
                  f'[{step:5}/90000]  lr: 1.0000e-04  eta: 2 days, 9:12:31  time: 1.2031  data_time: 0.0102'
                  f'  loss: 0.6{step % 997}\n').encode()
        block += b'\r 33%|###3      | 575/1725 [3:03:39<6:06:20, 19.11s/it]' * 5 + b'\n'
    for _ in range(max(1, size // len(block))):
        yield bytes(block)


def measured(log):
    """(diagnosis, seconds, kilobytes at most)"""
    command = [os.environ['MMLINT'], 'diagnose', log, '--format', 'json']
    begin = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        out, error = process.communicate(timeout=600)
        code = process.returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    if code not in (0, 1):
        sys.exit(f'{log.name}: it ended with {code}: {error.decode(errors="replace")[-2000:]}')
    return json.loads(out)['diagnoses'][0], min(processor, time.monotonic() - begin), after.ru_maxrss


def big(folder):
    log = folder / 'big.log'
    with open(log, 'wb') as file:
        file.writelines(training(500 * MEGABYTE // SMALL))
        file.write(TRACEBACK)
        file.write(shapes.SUMMARY.encode())
    said, seconds, memory = measured(log)
    size = log.stat().st_size
    log.unlink()
    print(f'{size / MEGABYTE:.0f} MB: {seconds:.1f} s, {memory / 1024:.0f} MB of memory')
    if not corpus.same_cause(said['cause'], CAUSE):
        yield f'the cause is {said["cause"]!r}'
    if SMALL == 1 and (seconds > SECONDS or memory > MEMORY):
        yield f'{seconds:.1f} s and {memory} KB'


def one_line(folder):
    """A bar that was never ended by a new line, and the error behind it."""
    log = folder / 'line.log'
    for name, piece in (('without', b'0123456789' * 100), ('with', b'\r 33%|###3      | 575/1725 [3:03:39<6:06:20]')):
        part = piece * (MEGABYTE // len(piece))  # what this process holds counts for a child before it runs mmlint
        with open(log, 'wb') as file:
            for _ in range(max(1, 50 // SMALL)):
                file.write(part)
            file.write(b'\n' + TRACEBACK)
        said, seconds, memory = measured(log)
        print(f'one line of 50 MB {name} returns: {seconds:.1f} s, {memory / 1024:.0f} MB of memory')
        if not corpus.same_cause(said['cause'], CAUSE):
            yield f'{name} returns the cause is {said["cause"]!r}'
        if SMALL == 1 and (seconds > SECONDS or memory > MEMORY):
            yield f'{name} returns it takes {seconds:.1f} s and {memory} KB'


def no_text(folder):
    cases = {
        'empty': (b'', ('no-log',)),
        'blank': (b'\n \r\n', ('no-log',)),
        'bytes': (bytes(range(256)) * 4000, ('no-log',)),
        'zeros': (bytes(100000), ('no-log',)),
        'wide': ('Traceback'.encode('utf-16') * 100, ('no-log', 'unknown')),
        'cut': (TRACEBACK + '轮'.encode()[:2], ('fault',)),
        'surrogates': (b'\xed\xa0\x80\xff\xfe loss\n' + TRACEBACK, ('fault',)),
    }
    for name, (content, verdicts) in cases.items():
        log = folder / f'{name}.log'
        log.write_bytes(content)
        said, _, _ = measured(log)
        if said['verdict'] not in verdicts:
            yield f'{name}: it is {said["verdict"]}, not {" or ".join(verdicts)}'
        if said['verdict'] == 'no-log' and said['rules']:
            yield f'{name}: rules are named'


def standard_input(_):
    done = subprocess.run([os.environ['MMLINT'], 'diagnose', '-', '--format', 'json'], input=TRACEBACK,
                          capture_output=True, timeout=60, check=False)
    if done.returncode not in (0, 1):
        yield f'it ended with {done.returncode}: {done.stderr.decode(errors="replace")}'
    elif json.loads(done.stdout)['diagnoses'][0]['verdict'] != 'fault':
        yield 'no fault is found'


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for part in (no_text, standard_input, one_line, big):
            failures += [f'{part.__name__}: {text}' for text in part(Path(folder))]
    for failure in failures:
        print('FAILED:', failure)
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
