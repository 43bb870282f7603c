"""The probe in real training: what it says is the truth, training comes to the same weights with it, and it says the
same however it was put in."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import probe

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / 'e2e'), str(HERE.parent / 'public')]
import environment  # noqa: E402
import install_test  # noqa: E402
import ranks  # noqa: E402
import training  # noqa: E402

CPU = {'tensors': 6, 'elements': 125}
# The model of tests/e2e/project, and how its config wraps it.
TOY = {
    'world_size': 2, 'backend': 'gloo', 'wrapper': 'mmengine.model.wrappers.distributed.MMDistributedDataParallel',
    'base': 'DistributedDataParallel', 'wrapped': 1,
    'arguments': {'device_ids': None, 'output_device': None, 'broadcast_buffers': False,
                  'find_unused_parameters': False},
    'given': ['broadcast_buffers', 'device_ids'], 'model': 'toy.model.ToyModel', **CPU, 'trainable': 6,
    'devices': {'cpu': CPU},
    'first': [{'name': name, 'device': 'cpu', 'dtype': 'torch.float32', 'shape': shape} for name, shape in (
        ('conv.weight', [4, 3, 3, 3]), ('conv.bias', [4]), ('norm.weight', [4]), ('norm.bias', [4]),
        ('head.weight', [1, 4]))],
    'buffers': {'cpu': {'tensors': 3, 'elements': 9}}, 'get_device': 'cpu', 'plugins': {}, 'mmengine': '0.10.7'}
# What depends on the process, or on where it was started.
OWN = ('pid', 'at', 'environment', 'torch', 'python')


class Real(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-real-')
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name).resolve()
        cls.python = environment.python()

    def trains(self, trainer, name, *edits, front=(), config=training.LEAF, wanted):
        """A training with the probe comes to what it comes to without, and each rank's one line is the truth."""
        folder = trainer.project(name, *edits)
        probe.write(folder / 'probe_ddp.py')
        done = ranks.train(self.python, folder, *front, 'tools/train.py', config)
        for number, rank in enumerate(done):
            self.assertEqual(0, rank.code, rank.output)
            self.assertEqual(wanted, rank.report)
            line, = probe.records(rank.output)
            variables = {'RANK': str(number), 'LOCAL_RANK': str(number), 'WORLD_SIZE': '2'}
            self.assertEqual(variables, line['environment'])
            for key in OWN:
                line.pop(key)
            self.assertEqual({**TOY, 'rank': number, 'local_rank': number}, line)

    def test_training(self):
        trainer = training.Trainer(self.folder)
        plain = trainer.trained(trainer.project('plain'))[0].report
        self.trains(trainer, 'front end', front=['probe_ddp.py'], wanted=plain)
        self.trains(trainer, 'classic', (training.RUNTIME, "['toy'", "['probe_ddp', 'toy'"), wanted=plain)
        self.trains(trainer, 'lazy', ('lazy/toy.py', '\nmodel = ', "\n__import__('probe_ddp')\nmodel = "),
                    config='lazy/toy.py', wanted=plain)

    def test_two_ranks_of_torchrun(self):
        folder = self.folder / 'torchrun'
        shutil.copytree(HERE / 'real', folder)
        probe.write(folder / 'probe_ddp.py')
        # Debian's torchrun has no words for "no redirects" on Python 3.11: standard error, with a prefix.
        command = [self.python, '-m', 'torch.distributed.run', '--nproc_per_node=2',
                   f'--master_port={ranks.free_port()}', '--redirects=2', '--tee=2', f'--log_dir={folder / "log"}',
                   'probe_ddp.py', 'train.py', '--lr', '1']
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300,
                              env={**os.environ, 'OMP_NUM_THREADS': '1', 'ASCEND_RT_VISIBLE_DEVICES': '0,1'})
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual((2, 2, 0), tuple(map(done.stdout.count, ('refused: Distr', 'wrapped', 'not refused'))))
        self.assertEqual(4, sum(line.startswith('[default') and probe.MARK in line
                                for line in done.stderr.splitlines()))
        lines = sorted(probe.records(done.stderr), key=lambda line: (line['rank'], line['wrapped']))
        self.assertEqual([(0, 1), (0, 2), (1, 1), (1, 2)], [(line['rank'], line['wrapped']) for line in lines])
        for number, line in enumerate(lines):
            mixed = number % 2 == 0
            self.assertEqual(
                {'cpu': {'tensors': 2, 'elements': 16}, 'meta': {'tensors': 2, 'elements': 10}} if mixed else
                {'cpu': {'tensors': 4, 'elements': 120}}, line['devices'])
            self.assertEqual([('0.weight', [4, 3] if mixed else [4, 3, 3, 3]), ('0.bias', [4])],
                             [(entry['name'], entry['shape']) for entry in line['first'][:2]])
            self.assertEqual(['cpu', 'cpu'] + ['meta' if mixed else 'cpu'] * 2,
                             [entry['device'] for entry in line['first']])
            self.assertEqual(('helper.Wrapper', 'gloo', 2, None, None), tuple(
                line[key] for key in ('wrapper', 'backend', 'world_size', 'get_device', 'mmengine')))
            self.assertEqual({'device_ids': None, 'output_device': None, 'broadcast_buffers': True,
                              'find_unused_parameters': False}, line['arguments'])
            self.assertEqual(['broadcast_buffers', 'device_ids', 'output_device'], line['given'])
            self.assertEqual('0,1', line['environment']['ASCEND_RT_VISIBLE_DEVICES'])
            self.assertTrue(line['at'].endswith('helper.py:12'), line['at'])

    def test_installed_says_the_same(self):
        """In each of four releases, whose two ways to wrap are taken together behind the front end and apart where
        the probe is installed, so that each way has to be watched by itself."""
        script = str(HERE / 'real/wrap_model.py')
        probe.write(self.folder / 'probe_ddp.py')
        jobs = []
        for release in install_test.RELEASES:
            plain, probed = install_test.release(release), self.folder / release
            shutil.copytree(plain / 'mmengine', probed / 'mmengine')
            subprocess.run([probe.MMLINT, 'probe', 'install', probed], check=True, capture_output=True)
            jobs += [([str(self.folder / 'probe_ddp.py'), script, 'default', 'cfg'], plain),
                     ([script, 'default'], probed), ([script, 'cfg'], probed)]
        outputs = [self.folder / f'{number}.txt' for number in range(len(jobs))]
        given = json.dumps([(words, str(packages), str(output)) for (words, packages), output in zip(jobs, outputs)])
        done = subprocess.run([self.python, HERE / 'real/forks.py'], input=given, capture_output=True, text=True,
                              env={**os.environ, 'LOCAL_RANK': '0', 'OMP_NUM_THREADS': '1',
                                   'PYTHONDONTWRITEBYTECODE': '1'}, timeout=600)
        texts = [output.read_text() for output in outputs]
        self.assertEqual(json.dumps([0] * len(jobs)), done.stdout.strip(), done.stderr + '\n'.join(texts))
        lines = [probe.records(text) for text in texts]
        for number, release in enumerate(install_test.RELEASES):
            both, *apart = lines[3 * number:3 * number + 3]
            self.assertEqual([[0], None], [line['arguments']['device_ids'] for line in both])
            self.assertEqual([{'cpu': {'tensors': 4, 'elements': 24}}] * 2, [line['devices'] for line in both])
            self.assertEqual({release}, {line['mmengine'] for line in both})
            for front, installed in zip(both, apart):
                line, = installed
                self.assertEqual({**front, 'pid': 0, 'wrapped': 1, 'at': ''}, {**line, 'pid': 0, 'at': ''})
                self.assertIn(str(self.folder / release / 'mmengine'), line['at'])


if __name__ == '__main__':
    unittest.main()
