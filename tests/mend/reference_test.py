"""The projects in reference/ are mended by hand: they train on the CPU, and on two cards behind the bridge of npu. The
same projects in projects/ show what `mmlint fix` could write."""

import unittest

import run


class ReferenceTest(unittest.TestCase):
    def expect_trained(self, target, mode):
        sources = sorted(path for path in run.REFERENCE.iterdir() if path.is_dir())
        self.assertTrue(sources)
        for result in run.run_all([(source, target, mode, None) for source in sources]):
            with self.subTest(project=result.project, target=target):
                self.assertEqual(result.verdict.outcome, 'TRAINED', f'{result.verdict}\n{result.output[-3000:]}')

    def test_they_train_on_the_cpu(self):
        self.expect_trained('cpu', 'as-is')

    def test_they_train_behind_a_bridge(self):
        self.expect_trained('npu', 'bridged')


if __name__ == '__main__':
    unittest.main()
