"""Inputs for the fuzz target over training scripts: the rules' examples, the scripts that train, and those in
the unit tests."""

import ast
import re

import config_seeds

LARGEST = 3000  # bytes

WORDS = (
    'import torch\n', 'import torch.distributed as dist\n', 'import os\n', 'import argparse\n',
    'from mmengine.config import Config\n', 'from mmengine.runner import Runner\n', 'Config.fromfile(', 'cfg.',
    "cfg.launcher = 'pytorch'\n", 'cfg.model_wrapper_cfg = ', "dict(type='MMDistributedDataParallel')", '.update({',
    'cfg.merge_from_dict(', 'Runner.from_cfg(cfg)\n', 'runner.train()\n', 'init_dist(', "backend='nccl'",
    'dist.init_process_group(', 'dist.is_initialized()', 'torch.cuda.', '.cuda()', ".to('cuda:0')", 'set_device(',
    'torch.cuda.is_available()', 'DistributedDataParallel(', 'device_ids=[0]', 'parser.add_argument(', "default='none'",
    "choices=['none', 'pytorch']", 'parser.parse_args()', 'args.launcher', "os.environ['RANK']", 'os.environ.setdefault(',
    "os.environ.get('LOCAL_RANK', 0)", 'if ', '\nelse:\n    ', 'try:\n    ', '\nexcept Exception:\n    ', 'return\n',
    'def main():\n    ', "if __name__ == '__main__':\n    ", 'main()\n', 'for ', ' in [', 'while True:\n    ', 'global ',
    'f"cuda:{', ' is not None', 'getattr(', 'setattr(cfg, ', 'hasattr(', '*args', '**kwargs', 'lambda: ', 'with ',
    'class A:\n    ', ' := ', ' if x else ', '"""', '# ', '\\\n', '\r\n', '\f')


def words():
    return *WORDS, *config_seeds.words()


def inputs(repository):
    for example in config_seeds.rule_examples.read_all(repository):
        for file in example.files if example.documents == 'script' else ():
            yield from (text.encode() for text in (file.text, file.fixed) if text is not None)
    for path in sorted((repository / 'tests/e2e').rglob('*.py')):
        yield path.read_bytes()
    for path in sorted((repository / 'tests/unit').rglob('*script*.cc')):
        for literals in re.findall(r'(?:"(?:\\.|[^"\\\n])*"\s*)+', path.read_text()):
            text = ''.join(map(ast.literal_eval, re.findall(r'"(?:\\.|[^"\\\n])*"', literals)))
            if '\n' in text:
                yield text.encode()
