"""A target that nobody knows yet, as one file in a folder of one's own: rules about devices, backends, plugins and
guards work for it, and on the other targets they know it too."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import rule_examples

SOURCE = Path(os.environ['MMLINT_SOURCE'])

# What is written of npu, said of an accelerator that is invented.
NAMES = {'transfer_to_npu': 'zpu_as_cuda', 'npu': 'zpu', 'hccl': 'zccl', 'HCCL': 'ZCCL',
         'ASCEND_RT_VISIBLE_DEVICES': 'ZPU_VISIBLE_DEVICES'}

TRAINING = '''
model = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    loss = model(torch.randn(4, 2)).sum()
    loss.backward()
    optimizer.step()
'''
CARD = 'torch.cuda.set_device(0)'

# What a training script says behind its imports, and the rules that are to find something on zpu and on npu.
SCRIPTS = [
    ("torch.device('zpu:0')", '', 'MM510'),
    ("torch.device('npu:0')", 'MM510', ''),
    ("torch.device('mlu')", 'MM510', 'MM510'),
    ("torch.device('cpu')", '', ''),
    ("model_device = torch.ones(2, device='zpu')", '', 'MM510'),
    ("torch.set_default_device('zpu')", '', 'MM522'),
    ("torch.set_default_device('npu')", 'MM522', ''),
    ("torch.set_default_tensor_type('torch.zpu.FloatTensor')", '', 'MM522'),
    ('torch.zpu.set_device(0)', '', 'MM501'),
    ('torch.npu.set_device(0)', 'MM501', ''),
    ('torch.zpu.set_device = print', 'MM523', 'MM523'),
    (CARD, 'MM501', 'MM501'),
    (f"if hasattr(torch, 'zpu') and torch.zpu.is_available():\n    {CARD}", 'MM501', ''),
    (f"if hasattr(torch, 'npu') and torch.npu.is_available():\n    {CARD}", '', 'MM501'),
    (f"if hasattr(torch, 'zpu'):\n    {CARD}", 'MM501', ''),
    (f"if hasattr(torch, 'npu'):\n    {CARD}", '', 'MM501'),
    (f'try:\n    import torch_zpu\nexcept ImportError:\n    pass\nelse:\n    {CARD}', 'MM501', ''),
    (f'try:\n    import torch_npu\nexcept ImportError:\n    pass\nelse:\n    {CARD}', '', 'MM501'),
    (f'from torch_zpu.contrib import zpu_as_cuda\n{CARD}', '', 'MM501 MM552'),
    (f"if dist.get_backend() == 'gloo':\n    pass\nelse:\n    {CARD}", 'MM501', 'MM501'),
    (f"if dist.get_backend() == 'zccl':\n    {CARD}", 'MM501', ''),
    (f"if dist.get_backend() == 'hccl':\n    {CARD}", '', 'MM501'),
    (f"if torch.device(name).type == 'zpu':\n    {CARD}", 'MM501', ''),
    ("dist.init_process_group('zccl')", '', 'MM504'),
    ("dist.init_process_group('hccl')", 'MM504', ''),
    ('import cupy', 'MM551', 'MM551'),
    ('import apex', '', ''),
]

CONFIG = '''
model = dict(type='Toy')
train_dataloader = dict(batch_size=2)
train_cfg = dict(by_epoch=True, max_epochs=1)
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.1))
'''
CONFIGS = [
    ("hook = dict(type='Toy', device='zpu:0')", '', 'MM403'),
    ("hook = dict(type='Toy', device='npu:0')", 'MM403', ''),
    ("launcher = 'pytorch'\nenv_cfg = dict(dist_cfg=dict(backend='zccl'))", '', 'MM101'),
    ("launcher = 'pytorch'\nenv_cfg = dict(dist_cfg=dict(backend='hccl'))", 'MM101', ''),
    ('env_cfg = dict(cudnn_benchmark=True)', 'MM104', 'MM104'),
]

LAUNCHES = [
    ('ZPU_VISIBLE_DEVICES=0,1 torchrun --nproc_per_node=2 train.py', '', 'MM603'),
    ('ASCEND_RT_VISIBLE_DEVICES=0,1 torchrun --nproc_per_node=2 train.py', 'MM603', ''),
]

LOGS = [
    ("RuntimeError: Invalid device string: 'zpu:0'", 'device-string'),
    ("AttributeError: module 'torch' has no attribute 'zpu'", 'invented-api'),
    ("AttributeError: module 'torch_zpu' has no attribute 'device'", 'invented-api'),
    ("AttributeError: 'Tensor' object has no attribute 'zpu'", 'no-such-method'),
]


def renamed(value):
    """A text that names zpu where it named npu, or a value with such texts; its keys stay."""
    if isinstance(value, dict):
        return {key: renamed(each) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each) for each in value]
    either = '|'.join(sorted(NAMES, key=len, reverse=True))
    return re.sub(f'(?<![A-Za-z])({either})', lambda found: NAMES[found[0]], value) if isinstance(value, str) else value


def target():
    invented = renamed(json.loads((SOURCE / 'rules/targets/npu.json').read_text()))
    del invented['aliases']
    return {**invented, 'title': {'en': 'invented', 'zh': '虚构'}}


def rules_about_targets():
    """The codes of the rules that depend on facts of the target and may be active on npu, for today's MMEngine."""
    facts = json.loads((SOURCE / 'rules/targets/npu.json').read_text())['facts']

    def fact(path):
        value = facts
        for part in path.split('.'):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    for path in (SOURCE / 'rules').glob('MM*.json'):
        rule, text = json.loads(path.read_text()), path.read_text()
        if 'before_mmengine' in rule:
            continue
        depends = 'when' in rule or '"facts"' in text or '{target.' in text
        if depends and all(fact(key) == value for key, value in rule.get('when', {}).items()):
            yield rule['code']


class NewTarget(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.write('mmlint.toml', 'rules = ["own/targets"]\n')
        self.write('own/targets/zpu.json', json.dumps(target()))

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def run_on(self, command, name, *more):
        done = subprocess.run([os.environ['MMLINT'], command, *more, '--target', name, '--format', 'json'],
                              cwd=self.root, capture_output=True, text=True)
        self.assertEqual('', done.stderr)
        return json.loads(done.stdout)

    def compare(self, path, text, mentioned, *expected):
        """Judges one file on zpu and on npu by the rules that `mentioned` has."""
        self.write(path, text)
        for name, codes in zip(('zpu', 'npu'), expected):
            with self.subTest(target=name, text=text):
                report = self.run_on('check', name, '.', '--exit-zero', '--select', ','.join(mentioned))
                self.assertEqual(codes.split(), sorted({each['code'] for each in report['diagnostics']}))

    def test_scripts(self):
        codes = {code for _, *both in SCRIPTS for each in both for code in each.split()}
        for text, *expected in SCRIPTS:
            imports = 'import torch\nimport torch.distributed as dist\nfrom mylib import setup, name\nsetup()\n'
            self.compare('train.py', f'{imports}{text}\n{TRAINING}', sorted(codes), *expected)

    def test_configs(self):
        codes = {code for _, *both in CONFIGS for code in both if code}
        for text, *expected in CONFIGS:
            self.compare('toy.py', f'{CONFIG}{text}\n', sorted(codes), *expected)

    def test_launches(self):
        self.write('train.py', 'import torch\n' + TRAINING)
        for text, *expected in LAUNCHES:
            self.compare('run.sh', f'{text}\n', ['MM603'], *expected)

    def test_logs(self):
        for error, signature in LOGS:
            log = f'Traceback (most recent call last):\n  File "/w/train.py", line 3, in <module>\n    x\n{error}\n'
            self.write('run.log', log)
            with self.subTest(error=error):
                report = self.run_on('diagnose', 'zpu', 'run.log')
                self.assertIn(f'"{signature}"', json.dumps(report))

    def test_examples_of_all_rules(self):
        """What is found on npu in the examples of the rules is found on zpu where they name zpu."""
        self.write('examples/mmlint.toml', 'rules = ["../own/targets"]\n')
        found = []
        for name, said in (('npu', str), ('zpu', renamed)):
            for example in rule_examples.read_all(SOURCE):
                for file in example.files:
                    if file.text is not None:
                        self.write(f'examples/{example.code}/{example.name}/{file.path}', said(file.text))
            report = self.run_on('check', name, 'examples', '--root', 'examples', '--exit-zero')
            found.append(sorted((each['path'], each['line'], each['code'], each['severity'])
                                for each in report['diagnostics']))
        self.assertEqual(*found)
        self.assertEqual(set(), set(rules_about_targets()) - {code for *_, code, _ in found[0]})

    def test_a_fact_that_follows_from_others_is_not_given(self):
        facts = target()
        facts['facts']['scripts']['missing'] = ['cuda']
        self.write('own/targets/zpu.json', json.dumps(facts))
        done = subprocess.run([os.environ['MMLINT'], 'targets', '--rules', 'own/targets'], cwd=self.root,
                              capture_output=True, text=True)
        self.assertEqual(2, done.returncode)
        self.assertIn("'missing' is not given", done.stderr)


if __name__ == '__main__':
    unittest.main()
