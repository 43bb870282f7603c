"""verdict.py: each fault that hides behind exit code 0 is seen, and the error of a run that died is the first one."""

import json
import tempfile
import unittest
from pathlib import Path

import verdict

OUTPUT = """\
Traceback (most recent call last):
  File "/p/toy/train.py", line 7, in <module>
    main()
  File "/p/toy/lib/data.py", line 3, in main
    x.cuda()
  File "/usr/lib/torch/cuda.py", line 9, in _lazy_init
    raise AssertionError("Torch not compiled with CUDA enabled")
AssertionError: Torch not compiled with CUDA enabled
Traceback (most recent call last):
  File "/usr/lib/torch/run.py", line 1, in <module>
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
"""


def rank(number, **changes):
    return {'rank': number, 'world': 2, 'ddp': 1, 'steps': 4, 'backend': 'hccl', 'devices': [f'npu:{number}'],
            'first': [1.0], 'last': [2.0], 'fed': [[float(number)]], **changes}


def judge(*ranks, code=0, output='', card='npu', deaths=()):
    with tempfile.TemporaryDirectory() as folder:
        for number, one in enumerate(ranks):
            (Path(folder) / f'{number}.json').write_text(json.dumps(one))
        for number, one in enumerate(deaths):
            (Path(folder) / f'{number}.died').write_text(json.dumps(one))
        return verdict.judge(code, output, folder, '/p/toy', 2, card)


class VerdictTest(unittest.TestCase):
    def test_two_ranks_that_agree_have_trained(self):
        self.assertEqual(str(judge(rank(0), rank(1))), 'TRAINED 2 ranks, npu:0, hccl, 4 steps')

    def test_a_fault_behind_exit_code_0_is_seen(self):
        for fault, ranks in {
                '1 of 2 processes trained': [rank(0, world=1)],
                'not in one group': [rank(0, world=1), rank(1, world=1)],
                'different weights': [rank(0), rank(1, last=[2.1])],
                'no DistributedDataParallel': [rank(0, ddp=None), rank(1)],
                'the same data': [rank(0, fed=[[5.0]]), rank(1, fed=[[5.0]])],
                'never changed': [rank(0, last=[1.0]), rank(1, last=[1.0])],
                'on the CPU': [rank(0, devices=['cpu']), rank(1, devices=['cpu'])]}.items():
            with self.subTest(fault):
                found = judge(*ranks)
                self.assertEqual(found.outcome, 'PARTLY')
                self.assertIn(fault, found.text)

    def test_a_target_without_cards_trains_on_the_cpu(self):
        self.assertEqual(judge(*(rank(one, devices=['cpu']) for one in (0, 1)), card='').outcome, 'TRAINED')

    def test_a_run_without_steps_is_nothing(self):
        self.assertEqual(judge().outcome, 'NOTHING')

    def test_the_first_error_and_its_line_in_the_project_are_named(self):
        died = 'DIED AssertionError: Torch not compiled with CUDA enabled (at lib/data.py:3)'
        self.assertEqual(str(judge(code=1, output=OUTPUT)), died)

    def test_what_the_probe_wrote_is_preferred_to_the_mixed_output_of_ranks(self):
        deaths = [{'time': 2, 'error': 'RuntimeError: Connection reset', 'frames': [['/p/toy/train.py', 9]]},
                  {'time': 1, 'error': 'ValueError: x', 'frames': [['/p/toy/a.py', 3], ['/usr/lib/torch.py', 1]]},
                  {'time': 0, 'error': 'torch.ChildFailedError: ', 'frames': [['/p/toy/train.py', 1]]}]
        self.assertEqual(judge(code=1, output=OUTPUT, deaths=deaths).text, 'ValueError: x (at a.py:3)')

    def test_an_error_of_the_launcher_is_named(self):
        self.assertEqual(judge(code=127, output='bash: torchrun: command not found\n').text,
                         'bash: torchrun: command not found')
        self.assertEqual(judge(rank(0), rank(1), code=verdict.TIMED_OUT).text, 'after a timeout')


if __name__ == '__main__':
    unittest.main()
