"""What a construct costs grows as its text does: nothing is looked at once more for each of its like.

    growth_test.py TOOL [NAME...]    TOOL is steps_of.cc as a program; the constructs whose names hold one of the words

Each construct is written once, n, 2n and 4n times. 4n may cost little more than twice of what 2n cost, in steps and in
bytes of memory; what it costs once, mostly the run itself, is in neither. So may what is added from 2n to 4n, to what is
added from n to 2n. Both would be four times if each was compared with all others.
"""

import concurrent.futures
import os
import queue
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import cases

TOOL, *NAMES = sys.argv[1:] or [None]
GROWTH = 2.8  # n log n gives 2.2 for our numbers, n squared up to 4
STEPS, BYTES = 1_000_000, 1_000_000  # what does not matter
ENVIRONMENT = {'LC_ALL': 'C.UTF-8', 'ASAN_OPTIONS': 'detect_leaks=0:malloc_context_size=0:quarantine_size_mb=8',
               'HOME': '/nonexistent'}


class Tool:
    """Runs mmlint in one process, which is started again if a run ends it."""

    def __init__(self):
        self.process = None

    def cost(self, folder, arguments):
        """The exit code, the steps and the bytes of a run; None if it ended the process."""
        if self.process is None:
            self.process = subprocess.Popen([TOOL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                            stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        self.process.stdin.write('\t'.join([str(folder), *arguments]) + '\n')
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if answer:
            return tuple(map(int, answer.split()))
        self.close()
        return None

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()
        self.process = None


def growth(costs, slack):
    """How many times more the last step of doubling costs than the one before it."""
    once, first, second, third = costs
    if third - second <= slack:
        return 0
    whole = (third - once) / max(second - once, slack)
    return max(whole, (third - second) / (second - first) if second - first > slack else 0)


def judge(each, tools, top):
    """What is wrong with the growth of a case, and its costs."""
    tool = tools.get()
    try:
        costs = []
        for times in (0, 0, 1, 2, 4):  # the first run pays for what a process computes once
            folder = top / f'{each.name}-{times}'.replace('/', ' ')
            (folder / '.git').mkdir(parents=True, exist_ok=True)  # without it .gitignore says nothing
            for path, text in each.files(times).items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text)
            cost = tool.cost(folder, each.arguments)
            if cost is None or cost[0] not in (0, 1, 2):
                return f'{times} times as large, the run ends with {cost and cost[0]}', costs
            costs.append(cost[1:])
    finally:
        tools.put(tool)
    del costs[0]
    for what, slack, values in zip(('steps', 'bytes'), (STEPS, BYTES), zip(*costs)):
        if growth(values, slack) > GROWTH:
            return f'{what} grow {growth(values, slack):.1f} times, not 2: {values}', costs
    return None, costs


def judge_of(each, tools, top):
    """The same. Threads share work in another way each time, so what a run with several costs is counted up to thrice."""
    for attempt in range(1 if '--jobs' in each.arguments else 3):
        wrong, costs = judge(each, tools, top / str(attempt))
        if wrong is None:
            break
    return wrong, costs


class Growth(unittest.TestCase):

    def test_growth(self):
        chosen = [each for each in cases.cases() if not NAMES or any(name in each.name for name in NAMES)]
        self.assertEqual(len(chosen), len({each.name for each in chosen}))
        workers = os.cpu_count() or 1
        tools, all_tools = queue.Queue(), [Tool() for _ in range(workers)]
        for tool in all_tools:
            self.addCleanup(tool.close)
            tools.put(tool)
        with tempfile.TemporaryDirectory(prefix='mmlint-growth-') as top, \
                concurrent.futures.ThreadPoolExecutor(workers) as pool:
            answers = pool.map(lambda each: judge_of(each, tools, Path(top)), chosen)
            for each, (wrong, costs) in zip(chosen, answers):
                if NAMES or wrong:
                    print(f'{each.name}: {wrong or "right"} {costs}', flush=True)
                with self.subTest(each.name):
                    self.assertIsNone(wrong)


if __name__ == '__main__':
    if TOOL is None:
        sys.exit(__doc__)
    unittest.main(argv=sys.argv[:1])
