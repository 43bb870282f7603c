"""The probe on every Python that can be had, with a PyTorch of a few classes in place of the real one: what its lines
say, and that a script does not notice it."""

import os
import re
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import probe

PYTHONS = probe.pythons()

WRAP = """\
import torch
from torch.nn.parallel import DistributedDataParallel as DDP
"""

# What a script can see of how it was started.
WITNESS = """\
# -*- coding: latin-1 -*-
'''Says where it runs.'''
from __future__ import annotations
import atexit, inspect, os, sys
import helper
import __main__
def show(): pass
def annotated(x: Unknown): pass
code = sys._getframe().f_code
print(__name__, __file__, __doc__, __package__, __spec__, type(__loader__).__name__, __builtins__, __cached__)
print(sys.argv, sys.path[0], os.getcwd(), code.co_filename, code.co_flags, 'h\xe9'.encode('utf-8'))
print(__main__.show is show, sys.modules['__main__'] is __main__, sorted(vars()), inspect.getsource(show))
print([name for name in sys.modules if name.partition('.')[0] in ('torch', 'mmengine', 'numpy')])
atexit.register(lambda: print(__main__.show is show, sys.modules['__main__'] is __main__))
"""

SPAWN = """\
import multiprocessing, sys
class Job:
    def __init__(self, number):
        self.number = number
def work(job):
    import torch
    torch.nn.parallel.DistributedDataParallel(torch.Model(torch.Parameter('gcu:%d' % job.number, 2)), [job.number])
    return job.number + 1, __name__, sys.argv
if __name__ == '__main__':
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        print(sorted(pool.map(work, [Job(0), Job(1)], chunksize=1)))
"""


class Case(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-probe-')
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        (self.folder / 'tools').mkdir()
        self.write('tools/helper.py', 'x = 1\n')
        probe.write(self.folder / 'probe_ddp.py')

    def write(self, name, text):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding='latin-1')

    def python(self, python, *arguments, path='', stderr=subprocess.PIPE, **variables):
        environment = {**{name: value for name, value in os.environ.items() if 'RANK' not in name},
                       'PYTHONPATH': f'{probe.STUB}:{path}', 'PYTHONDONTWRITEBYTECODE': '1', **variables}
        return subprocess.run([python, *arguments], cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                              stderr=stderr, text=True, timeout=60)

    def probed(self, script, *arguments, python=sys.executable, code=0, **more):
        """What the lines say of a script behind the probe."""
        self.write('tools/train.py', script)
        done = self.python(python, 'probe_ddp.py', 'tools/train.py', *arguments, **more)
        self.assertEqual(code, done.returncode, done.stderr)
        return probe.records(done.stderr)


class EveryPython(Case):
    """On each version."""

    def test_line(self):
        script = WRAP + """\
torch.distributed.init_process_group('gloo', 1, 4)
import mmengine.device
class Mine(DDP):
    def __init__(self, name, net):
        super().__init__(net, [3], broadcast_buffers=False)
parameters = [torch.Parameter('cpu', 2, 3)] * 2 + [torch.Parameter('xla:1', 5)] * 6
Mine('a', torch.Model(*parameters, buffers=[torch.Buffer('cpu', 7)]))
"""
        for python in PYTHONS:
            line, = self.probed(script, python=python, LOCAL_RANK='1', RANK='9', TOPS_VISIBLE_DEVICES='2,3')
            version = self.python(python, '-c', 'import sys; print("%d.%d.%d" % sys.version_info[:3])').stdout.strip()
            self.assertIsInstance(line.pop('pid'), int)
            first = [{'name': f'layer.{number}', 'device': 'cpu' if number < 2 else 'xla:1', 'dtype': 'torch.float32',
                      'shape': [2, 3] if number < 2 else [5]} for number in range(5)]
            self.assertEqual(line, {
                'rank': 1, 'world_size': 4, 'local_rank': 1, 'backend': 'gloo', 'wrapper': '__main__.Mine',
                'base': 'DistributedDataParallel', 'wrapped': 1,
                'arguments': {'device_ids': [3], 'output_device': None, 'broadcast_buffers': False,
                              'find_unused_parameters': False},
                'given': ['broadcast_buffers', 'device_ids'], 'model': 'torch.model.Model', 'tensors': 8,
                'elements': 42, 'trainable': 8,
                'devices': {'cpu': {'tensors': 2, 'elements': 12}, 'xla:1': {'tensors': 6, 'elements': 30}},
                'first': first, 'buffers': {'cpu': {'tensors': 1, 'elements': 7}}, 'get_device': 'gcu',
                'environment': {'LOCAL_RANK': '1', 'RANK': '9', 'TOPS_VISIBLE_DEVICES': '2,3'}, 'plugins': {},
                'torch': '0.0+stub', 'mmengine': '0.0+stub', 'python': version,
                'at': self.at(python, 9)})

    def at(self, python, number):
        """A line of the script, as that Python names it: since 3.9 by the whole path."""
        new = self.python(python, '-c', 'import sys; print(sys.version_info >= (3, 9))').stdout.strip() == 'True'
        return f'{self.folder / "tools/train.py" if new else "tools/train.py"}:{number}'

    def test_a_script_sees_what_it_sees_without(self):
        self.write('tools/train.py', WITNESS)
        self.write('pack/__init__.py', '')
        self.write('pack/run.py', 'import sys\nprint(__name__, __package__, sys.argv, sys.path[0], __spec__.name)\n')
        self.write('pack/__main__.py', 'import sys, run\nprint(sys.argv, sys.path[0], __name__)\n')
        self.write('fails.py', 'import sys\nsys.exit("no " + sys.argv[1])\n')
        self.write('raises.py', 'def f():\n    raise KeyError(1)\nf()\n')
        self.write('broken.py', 'x = (\n')
        (self.folder / 'link.py').symlink_to('tools/train.py')
        for python in PYTHONS:
            for words in (['tools/train.py', '--lr', '0.1', ''], ['link.py'], ['-m', 'pack.run', 'x'], ['pack', 'y'],
                          ['fails.py', 'data'], ['raises.py'], ['broken.py'], [str(self.folder / 'fails.py'), 'z']):
                plain, probed = self.python(python, *words), self.python(python, 'probe_ddp.py', *words)
                self.assertEqual((plain.returncode, plain.stdout), (probed.returncode, probed.stdout), probed.stderr)
                self.assertEqual(plain.stderr.splitlines()[-1:], probed.stderr.splitlines()[-1:])

    def test_processes_that_start_anew(self):
        self.write('tools/train.py', SPAWN)
        for python in PYTHONS:
            for method in ('spawn', 'forkserver', 'fork'):
                plain = self.python(python, 'tools/train.py', method)
                probed = self.python(python, 'probe_ddp.py', 'tools/train.py', method)
                self.assertEqual((0, plain.stdout), (probed.returncode, probed.stdout), probed.stderr)
                lines = probe.records(probed.stderr)
                self.assertEqual([[0], [1]], sorted(line['arguments']['device_ids'] for line in lines), probed.stderr)
                self.assertEqual({'gcu:0', 'gcu:1'}, {device for line in lines for device in line['devices']})

    def test_imported_by_a_config(self):
        self.write('tools/train.py', 'import torch\n__import__("probe_ddp")\n'
                                     'torch.nn.parallel.DataParallel(torch.Model())\n')
        for python in PYTHONS:
            for words in (['tools/train.py'], ['probe_ddp.py', 'tools/train.py']):  # both together are one
                done = self.python(python, *words, path=str(self.folder))
                line, = probe.records(done.stderr)
                self.assertEqual(('DataParallel', 0, {}), (line['base'], line['tensors'], line['devices']))


class OnePython(Case):

    def test_members_are_documented(self):
        text = (Path(os.environ['MMLINT_SOURCE']) / 'docs/reference.md').read_text()
        table = re.search(r'^\| member \| what it is \|\n(?:\|.*\n)+', text[text.index('**The line.**'):], re.M).group()
        documented = re.findall(r'`(\w+)`', ' '.join(row.split('|')[1] for row in table.splitlines()))
        line, = self.probed(WRAP + 'DDP(torch.Model())\n')
        self.assertEqual(documented, [*line, 'errors'])

    def test_what_can_be_asked_of_the_constructor(self):
        self.write('tools/train.py', WRAP + 'import inspect\nask = DDP.__init__\n'
                                            'print(inspect.signature(ask), inspect.getfullargspec(ask), ask.__name__,\n'
                                            '      ask.__qualname__, ask.__doc__, ask.__module__, DDP, *vars(DDP))\n')
        plain, probed = (self.python(sys.executable, *front, 'tools/train.py') for front in ([], ['probe_ddp.py']))
        self.assertEqual((0, plain.stdout), (probed.returncode, probed.stdout), probed.stderr)

    def test_what_is_asked_may_fail(self):
        """Then the line says so, and the model is wrapped all the same."""
        line, = self.probed(WRAP + """\
class Broken:
    def parameters(self):
        raise RuntimeError('no parameters')
    named_parameters = buffers = parameters
print(DDP(module=Broken()).module)
""", RANK='x')
        self.assertEqual(['about_model: RuntimeError: no parameters', 'about_first: RuntimeError: no parameters',
                          'about_buffers: RuntimeError: no parameters'], line['errors'])
        self.assertEqual((None, []), (line['rank'], line['given']))

    def test_parameters_without_a_size(self):
        line, = self.probed(WRAP + """\
class Lazy(torch.Parameter):
    def numel(self):
        raise ValueError('uninitialized')
    shape = property(numel, lambda self, value: None)
DDP(torch.Model(Lazy('cpu')))
""")
        self.assertEqual({'cpu': {'tensors': 1, 'elements': 0}}, line['devices'])
        self.assertEqual([None], [entry['shape'] for entry in line['first']])

    def test_arguments_that_are_refused(self):
        """The error is the one that it is without the probe, and so is its traceback but for a frame that is known
        by its name."""
        for call in ('DDP(torch.Model(), "wrong")', 'DDP(torch.Model(), devices=[0])', 'DDP()'):
            self.write('tools/train.py', WRAP + call + '\n')
            plain = self.python(sys.executable, 'tools/train.py')
            probed = self.python(sys.executable, 'probe_ddp.py', 'tools/train.py')
            self.assertEqual(1, len(probe.records(probed.stderr)))
            frames = re.findall(r'File "(.*)", line \d+, in (\w+|<module>)', probed.stderr)
            own = [name for path, name in frames if path.endswith('probe_ddp.py')]
            self.assertEqual(['<module>', 'mmlint_probe_main', 'mmlint_probe_script', 'mmlint_probe_init'], own)
            self.assertEqual(plain.stderr.splitlines()[-1], probed.stderr.splitlines()[-1])

    def test_wrappers_of_parts(self):
        lines = self.probed("""\
import torch
from torch.distributed.fsdp import FullyShardedDataParallel
from mmengine.model.wrappers import MMSeparateDistributedDataParallel
FullyShardedDataParallel(torch.Model(), parts=[torch.Model(), torch.Model()])
MMSeparateDistributedDataParallel(torch.Model(), device_ids=[1], find_unused_parameters=True)
""")
        self.assertEqual([('FullyShardedDataParallel', 1), ('MMSeparateDistributedDataParallel', 2),
                          ('DistributedDataParallel', 3)], [(line['base'], line['wrapped']) for line in lines])
        for line in lines[1:]:
            self.assertEqual(([1], True), tuple(line['arguments'][name]
                                                for name in ('device_ids', 'find_unused_parameters')))

    def test_plugins_are_not_imported(self):
        self.write('plugins/torch_gcu/__init__.py', 'print("imported")\n')
        self.write('plugins/torch_npu.py', '')
        self.write('tools/train.py', WRAP + 'import torch_npu\nDDP(torch.Model())\n')
        done = self.python(sys.executable, 'probe_ddp.py', 'tools/train.py', path=str(self.folder / 'plugins'))
        line, = probe.records(done.stderr)
        self.assertEqual(('', {'torch_gcu': 'found', 'torch_npu': 'imported'}), (done.stdout, line['plugins']))

    def test_one_write_per_line(self):
        """Also a line that would be too long for a pipe to take in one piece."""
        self.write('tools/train.py', WRAP + """\
name = 'x' * 3000
model = torch.Model(*[torch.Parameter('cpu', *range(900))] * 3)
model.named_parameters = lambda: [(name, tensor) for tensor in model.parameters()]
DDP(model, list(range(2000)))
DDP(torch.Model())
""")
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)  # each write is a message
        with ours, theirs:
            done = self.python(sys.executable, 'probe_ddp.py', 'tools/train.py', stderr=theirs,
                               CUDA_VISIBLE_DEVICES='y' * 3000)
            self.assertEqual(0, done.returncode)
            messages = [ours.recv(1 << 20).decode() for _ in range(2)]
            ours.setblocking(False)
            self.assertRaises(BlockingIOError, ours.recv, 1)
        for message in messages:
            self.assertTrue(message.startswith(probe.MARK) and message.endswith('}\n'), message)
            self.assertLessEqual(len(message), 4096)
        self.assertEqual([3, 0], [line['tensors'] for line in probe.records(''.join(messages))])

    def test_streams_that_are_gone(self):
        for gone in ('sys.stderr = None', 'sys.stderr.close()', 'sys.stderr = open("err.txt", "w")'):
            self.write('tools/train.py', f'import sys\n{WRAP}{gone}\nprint(DDP(torch.Model()).module.tensors)\n')
            done = self.python(sys.executable, 'probe_ddp.py', 'tools/train.py')
            self.assertEqual((0, '()\n'), (done.returncode, done.stdout), done.stderr)
            there = (self.folder / 'err.txt').read_text() if 'open' in gone else done.stderr
            if 'close' not in gone:  # which closes the descriptor as well
                self.assertEqual(1, len(probe.records(there)), gone)

    def test_launchers(self):
        """torch.distributed.launch puts the rank before the script's own words."""
        self.write('tools/train.py', 'import sys\nprint(sys.argv)\n')
        done = self.python(sys.executable, 'probe_ddp.py', '--local_rank=2', 'tools/train.py', '--lr', '1')
        self.assertEqual("['tools/train.py', '--local_rank=2', '--lr', '1']\n", done.stdout)

    def test_wrong_words(self):
        for words, said in (([], 'usage: '), (['none.py'], "can't open file 'none.py'"), (['-m'], 'usage: '),
                            (['-x', 'a.py'], 'usage: ')):
            done = self.python(sys.executable, 'probe_ddp.py', *words)
            self.assertEqual(2, done.returncode)
            self.assertIn(said, done.stderr)


class Written(Case):
    """`probe write`."""

    def mmlint(self, *words, code=0):
        done = subprocess.run([probe.MMLINT, 'probe', *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(code, done.returncode, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def test_lines_to_copy(self):
        """Each of them works as it is printed, whatever the module is called."""
        name = "it's a probe.py"
        (self.folder / 'my place').mkdir()
        printed = self.mmlint('write', '-o', f'my place/{name}')
        self.write('train.py', WRAP + "import config, sys\nDDP(torch.Model())\nprint(len(sys.path[0]))\n")
        self.write('config.py', '')
        environment = {**os.environ, 'PATH': f'{self.folder}:{os.environ["PATH"]}', 'PYTHONPATH': str(probe.STUB)}
        (self.folder / 'python').symlink_to(sys.executable)
        commands = [line.strip() for line in printed.splitlines() if ' train.py' in line and 'torchrun' not in line]
        imports = [line.strip() for line in printed.splitlines() if '_import' in line and line.startswith('    ')]
        self.assertEqual((2, 2), (len(commands), len(imports)))
        classic = 'import importlib\nfor name in custom_imports["imports"]:\n    importlib.import_module(name)\n'
        for command, config in ((commands[0], ''), (commands[1], f'{imports[0]}\n{classic}'),
                                (commands[1], imports[1])):
            self.write('config.py', config)
            done = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True, env=environment)
            self.assertEqual((0, 1), (done.returncode, len(probe.records(done.stderr))), done.stderr)

    def test_files(self):
        path = self.folder / 'probe_ddp.py'
        before = path.read_bytes()
        self.assertEqual(before, (Path(os.environ['MMLINT_SOURCE']) / 'src/probe/probe_ddp.py').read_bytes())
        self.assertEqual(before.decode(), self.mmlint('write', '-o', '-'))
        self.assertIn('Wrote probe_ddp.py', self.mmlint('write', '-o', 'probe_ddp.py'))
        self.write('mine.py', 'x = 1\n')
        self.assertIn('mine.py: exists already', self.mmlint('write', '-o', 'mine.py', code=2))
        self.assertEqual('x = 1\n', (self.folder / 'mine.py').read_text())
        self.mmlint('write', '--output', 'mine.py', '--force')
        self.assertEqual(before, (self.folder / 'mine.py').read_bytes())

    def test_wrong_words(self):
        for words, said in (
                ([], 'say what to do: write, install, restore'), (['instal'], "did you mean 'install'?"),
                (['write'], 'no file to write'), (['write', 'a', '-o', 'b.py'], "takes no 'a'"),
                (['write', '-o', 'probe'], 'must be called NAME.py'),
                (['write', '-o', 'a.b.py'], 'without another dot'),
                (['write', '-o', 'none/a.py'], 'none/a.py: cannot write: its folder does not exist'),
                (['write', '-o', 'tools'], 'must be called'), (['install'], 'no MMEngine given'),
                (['install', 'a', 'b'], "one argument too many: 'b'"),
                (['restore', 'a', '--force'], "for 'probe write'"),
                (['install', '--outputt'], "unknown option '--outputt', did you mean '--output'?")):
            self.assertIn(said, self.mmlint(*words, code=2))


if __name__ == '__main__':
    print('with', *PYTHONS, flush=True)
    unittest.main()
