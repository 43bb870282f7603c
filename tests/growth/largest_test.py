"""No construct of less than a megabyte costs more than seconds and some hundred megabytes.

    largest_test.py [NAME...]    the constructs whose names hold one of the words, with what they cost

Each construct of growth_test.py is written as often as fits into a megabyte and 2,500 files, and mmlint runs on it with
limits on its memory and time. Whatever it finds, it ends by itself.
"""

import concurrent.futures
import os
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import cases

NAMES = sys.argv[1:]
BYTES, FILES = 1_000_000, 2_500
SECONDS, MEMORY = 20, 500 << 20
ENVIRONMENT = {'LC_ALL': 'C.UTF-8', 'HOME': '/nonexistent'}


def largest(case):
    """The files of the largest run below the limits: the construct is written n, 2n, 4n, ... times."""
    files, times = case.files(1), 1
    while True:
        more = case.files(2 * times)
        if len(more) > FILES or sum(len(text.encode()) for text in more.values()) > BYTES:
            return files
        files, times = more, 2 * times


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def run(case, top):
    """The exit status of mmlint, its seconds and its megabytes."""
    folder = Path(top) / case.name.replace('/', ' ')
    (folder / '.git').mkdir(parents=True, exist_ok=True)  # without it .gitignore says nothing
    for path, text in largest(case).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    process = subprocess.Popen([os.environ['MMLINT'], *case.arguments], cwd=folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=ENVIRONMENT, preexec_fn=limit)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10


class Largest(unittest.TestCase):

    def test_largest(self):
        chosen = [each for each in cases.cases() if not NAMES or any(name in each.name for name in NAMES)]
        worst = []
        with tempfile.TemporaryDirectory(prefix='mmlint-largest-') as top, \
                concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for each, (code, seconds, megabytes) in zip(chosen, pool.map(lambda case: run(case, top), chosen)):
                worst.append((round(seconds, 2), megabytes, each.name))
                with self.subTest(each.name):
                    self.assertIn(code, (0, 1, 2), f'{seconds:.1f} s, {megabytes} MB')
        for line in sorted(worst, reverse=True)[:None if NAMES else 5]:
            print('%5.2f s %4d MB %s' % line)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
