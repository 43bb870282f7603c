"""Writes small training projects that compose what people write, for composed_programs.py. Whether one trains is not
known here: a run decides. The parts are in composed_parts.py; here is how they are put together.
"""

import dataclasses
import re

import composed_loops
import composed_options

NAME = re.compile(r'\$(\w+)')

IMPORTS = {
    r'\bargparse\.': 'import argparse', r'\bcontextlib\.': 'import contextlib', r'\bdatetime\.': 'import datetime',
    r'\bfunctools\.': 'import functools', r'\bos\.': 'import os', r'\bsys\.': 'import sys', r'\bjson\.': 'import json',
    r'@dataclass': 'from dataclasses import dataclass', r'\bSimpleNamespace\(': 'from types import SimpleNamespace',
    r'\byaml\.': 'import yaml', r'\btorch\.(?!distributed)': 'import torch',
    r'\bdist\.': 'import torch.distributed as dist',
    r'\btorch\.distributed\.': 'import torch.distributed', r'\bmp\.': 'import torch.multiprocessing as mp',
    r'\bnn\.': 'from torch import nn', r'\bF\.': 'import torch.nn.functional as F',
    r'\bDDP\b': 'from torch.nn.parallel import DistributedDataParallel as DDP',
    r'@record\b': 'from torch.distributed.elastic.multiprocessing.errors import record',
    r'\bDataLoader\(': 'from torch.utils.data import DataLoader',
    r'\bTensorDataset\(': 'from torch.utils.data import TensorDataset',
    r'\(Dataset\)': 'from torch.utils.data import Dataset', r'\bSubset\(': 'from torch.utils.data import Subset',
    r'\bRandomSampler\(': 'from torch.utils.data import RandomSampler',
    r'\bDistributedSampler\b': 'from torch.utils.data.distributed import DistributedSampler',
}

STATE = ('rank', 'local_rank', 'world', 'device')
# A module imports only those after it.
MODULES = (('utils.py', 'helpers.py', 'common.py'), ('engine.py', 'lib/runtime.py', 'core/setup.py'),
           ('models.py', 'dist_utils.py', 'lib/base.py', 'core/tools.py'))


@dataclasses.dataclass
class Project:
    files: dict  # name: text
    case: dict  # how record.py starts it


def indented(lines, by=1):
    return ['    ' * by + line if line else line for line in lines]


class Maker(composed_loops.Loops, composed_options.Options):
    """Those of one seed are always the same."""

    def __init__(self, seed):
        super().__init__(seed)
        self.seed = seed
        self.ranks = self.one_of(*['torchrun'] * 12, *['launch'] * 2, *['spawn'] * 2, *['single'] * 3)
        self.shell = self.chance(0.6)  # whether there is a launch script
        dims = ['guard', 'group', 'card', 'device', 'placement', 'wrapper', 'sampler', 'loop', 'rank0', 'entry']
        self.faults = set(self.random.sample(dims, self.one_of(0, 0, 0, 0, 1, 1, 1, 1, 2)))
        self.modules = ['train.py', *(self.one_of(*names) for names in MODULES)]
        self.blocks = {name: [] for name in self.modules}
        self.symbols = {}  # what a block defines: its module
        self.where = {}  # what a block defines: the block
        self.by_module = {name for name in self.modules[1:] if '/' not in name and self.chance(0.3)}
        self.names = dict(
            opts=self.one_of('args', 'cfg', 'opt', 'config'), rank=self.one_of('rank', 'global_rank', 'rank_id'),
            local_rank=self.one_of('local_rank', 'gpu', 'local'), world=self.one_of('world_size', 'world', 'n_procs'),
            device=self.one_of('device', 'device', 'dev'), model=self.one_of('model', 'net', 'network'),
            loader=self.one_of('loader', 'train_loader', 'data_loader'),
            sampler=self.one_of('sampler', 'train_sampler'),
            optimizer=self.one_of('optimizer', 'optim', 'opt_'), scaler='scaler', loss='loss', epoch='epoch',
            dataset=self.one_of('dataset', 'train_set'))
        self.have = set()
        self.choose_style()
        modes = ['plain'] * 3 + ['self'] * (self.ranks != 'spawn') + ['state'] * 2 * self.attributes
        self.mode = self.one_of(*modes)

    # --- Names: `$name` in a part is a variable of the program ---

    def outer(self, name):
        """A variable where the program is put together."""
        if name in STATE and self.mode == 'state':
            return f"{self.names['opts']}.{self.names[name]}"
        plain = self.names[name]
        return f'self.{plain}' if self.mode == 'self' and name not in ('epoch', 'loss') else plain

    def inner(self, name):
        """The same inside of a helper, which gets it as a parameter."""
        return self.outer(name) if name in STATE and self.mode == 'state' else self.names[name]

    def spelled(self, lines, spell):
        return [NAME.sub(lambda match: spell(match[1]), line) for line in lines]

    # --- Helpers ---

    def fresh(self, name):
        while name in self.symbols:
            name += '_'
        return name

    def define(self, module, symbol, lines):
        self.symbols[symbol], self.where[symbol] = module, lines
        self.blocks[module].append(lines)

    def called(self, name, lines, result=None, depth=None, start=None):
        """An expression that calls what runs these lines, at some depth; its value is that of the result."""
        text = '\n'.join([*lines, result or ''])
        used = [one for one in dict.fromkeys(NAME.findall(text)) if one in self.have]
        if self.mode == 'state' and set(used) | set(self.given(lines)) & set(STATE):
            used = [one for one in used if one not in STATE]
            used = ['opts', *(one for one in used if one != 'opts')] if re.search(
                r'\$(rank|local_rank|world|device|opts)\b', text) else used
        depth = depth or self.one_of(1, 1, 1, 2, 3)
        last = 2 if start is None else 3  # a condition that a helper asks for comes after it
        start = self.one_of(0, 0, 1, 2) if start is None else start
        levels = [start, *sorted(min(last, start + self.one_of(0, 0, 1, 2)) for _ in range(depth - 1))][::-1]
        for number, level in enumerate(levels):
            symbol = self.fresh(name if number == len(levels) - 1 else
                                f'{self.one_of("_", "do_", "base_")}{name}{number or ""}')
            call = self.defined(self.modules[level], symbol, used, lines, result)
            lines, result = ([], call) if result else ([call], None)
        return call

    def defined(self, module, name, used, lines, result):
        """The call of a helper of one of many forms."""
        body = self.spelled([*lines, f'return {result}'] if result else lines, self.inner)
        parameters = ', '.join(self.names[one] for one in used)
        given = ', '.join(f'${one}' for one in used)
        function = [f'def {name}({parameters}):', *indented(body)]
        title = self.fresh(''.join(word.capitalize() for word in name.split('_')))
        forms = ['function'] * 5 + ['static', 'method', 'closure', 'decorator', 'dispatch']
        forms += ['partial'] * bool(used) + ['property'] * bool(result and used) + ['lambda'] * (not lines)
        form = self.one_of(*forms)
        if form == 'static':
            self.define(module, title, [f'class {title}:', '', '    @staticmethod', *indented(function)])
            return f'{title}.{name}({given})'
        if form == 'method':
            function[0] = f'def {name}({", ".join(["self", *([parameters] if parameters else [])])}):'
            self.define(module, title, [f'class {title}:', '', *indented(function)])
            return f'{title}().{name}({given})'
        if form == 'property':
            stored = [f'self.{self.names[one]} = {self.names[one]}' for one in used]
            fetched = [f'{self.names[one]} = self.{self.names[one]}' for one in used]
            self.define(module, title, [
                f'class {title}:', '', f'    def __init__(self, {parameters}):', *indented(stored, 2), '',
                '    @property', '    def value(self):', *indented([*fetched, *body], 2)])
            return f'{title}({given}).value'
        if form == 'closure':
            self.define(module, f'make_{name}', [f'def make_{name}({parameters}):', '    def run():',
                                                 *indented([*self.shadowed(lines, used), *body], 2), '    return run'])
            return f'make_{name}({given})()'
        if form == 'lambda':
            value, = self.spelled([result or 'None'], self.inner)
            self.define(module, name, [f'{name} = {f"lambda {parameters}".strip()}: {value}'])
            return f'{name}({given})'
        if form == 'decorator':
            once = self.fresh(self.one_of('logged', 'timed', 'traced'))
            self.define(module, once, [f'def {once}(function):', '    @functools.wraps(function)',
                                       '    def inner(*args, **kwargs):', '        return function(*args, **kwargs)',
                                       '    return inner'])
            self.define(module, name, [f'@{once}', *function])
            return f'{name}({given})'
        self.define(module, name, function)
        if form == 'dispatch':
            table, key = self.fresh(name.upper().strip('_') + 'S'), self.one_of('default', 'torch', 'base')
            self.define(module, table, [f"{table} = {{'{key}': {name}}}"])
            return f"{table}['{key}']({given})"
        if form == 'partial':
            first, _, rest = given.partition(', ')
            return f'functools.partial({name}, {first})({rest})'
        return f'{name}({given})'

    def shadowed(self, lines, used):
        """A closure must say of what it assigns that it is that of the function around."""
        names = [self.names[one] for one in self.given(lines)
                 if one in used and not (self.mode == 'state' and one in STATE)]
        return [f'nonlocal {", ".join(names)}'] if names else []

    def given(self, lines):
        """The variables that lines assign."""
        found = []
        for line in lines:
            left = re.match(r'\s*((?:\$\w+(?:, | = ))*\$\w+) = ', line)
            found += NAME.findall(left[1]) if left else []
        return list(dict.fromkeys(found))

    def step(self, name, lines, gives=(), inline=0.35):
        """A step of the program, inline or in a helper; what it gives is there afterwards."""
        if lines and (not self.chance(inline)):
            back = [one for one in gives if not (self.mode == 'state' and one in STATE)]
            result = ', '.join(f'${one}' for one in back) or None
            call = self.called(name, lines, result)
            lines = [f'{result} = {call}' if result else call]
        self.have |= set(gives)
        return lines

    # --- The whole ---

    def main(self):
        """The lines of the program, from its options to its end."""
        lines = self.opening()
        if self.ranks == 'spawn':
            lines = []
            self.have |= {'local_rank', 'world'}
        lines += self.step('check_environment', self.guard())
        gives = ('rank', 'world', 'local_rank') if self.ranks != 'single' else ()
        lines += self.step(self.one_of('setup', 'init_distributed', 'setup_ddp'), self.group(), gives)
        lines += self.step('choose_card', self.card())
        lines += self.seeded()
        self.split = len(lines)
        lines += self.step(self.one_of('get_device', 'select_device', 'pick_device'), self.device(), ('device',))
        data = self.data()
        made = ('loader', 'sampler') if any('$sampler = ' in line for line in data) else ('loader',)
        parts = [lambda: self.step(self.one_of('build_loader', 'make_loader', 'get_data'), data, made),
                 lambda: self.step(self.one_of('build_model', 'create_model'), self.model(), ('model',))
                 + self.step(self.one_of('wrap', 'distribute', 'parallelize'), self.wrapper(), ('model',))]
        if self.chance(0.4):
            parts.reverse()
        for part in parts:
            lines += part()
        return lines + self.optimizer() + self.loop() + self.end()

    def opening(self):
        if self.style != 'environment':
            self.have.add('opts')
        return self.options_call()

    def names_in(self, text):
        return NAME.findall(text)

    def word(self, name, line):
        return re.sub(rf'(?<![$.\w]){name}\b(?! *=[^=])', f'${name}', line)

    def started(self, call):
        """The lines that call the program."""
        return self.pick('entry', [[call]], [[call], [call], ['if torch.cuda.is_available():', f'    {call}'], [
            'if torch.cuda.device_count() > 0:', f'    {call}', 'else:', "    print('no GPU found')"]])

    def spawned(self, body):
        """(the blocks, the call) of a program that starts its ranks by itself"""
        names = [self.names[one] for one in ('local_rank', 'world')]
        given, before = ['$world'], []
        if self.style != 'environment':
            names.append(self.names['opts'])
            before, given = self.options_call(), ['$world', '$opts']
        if self.mode == 'state':
            body = [f'{self.outer("local_rank")} = {names[0]}', f'{self.outer("world")} = {names[1]}', *body]
        worker = self.one_of('main_worker', 'worker', 'run')
        count = self.pick('entry', ['2', '2', self.option('gpus', 2), 'max(2, torch.cuda.device_count())',
                                    'torch.cuda.device_count() or 2'], ['torch.cuda.device_count()'])
        arguments = ', '.join(self.names[one[1:]] for one in given)
        world = f'{names[1]} = {count}'
        if self.chance(0.6):
            start = [f'mp.spawn({worker}, nprocs={names[1]}, args=({arguments},))']
        else:
            start = ["context = mp.get_context('spawn')", 'processes = []', f'for index in range({names[1]}):',
                     f'    process = context.Process(target={worker}, args=(index, {arguments}))',
                     '    process.start()', '    processes.append(process)', 'for process in processes:',
                     '    process.join()']
        main = ['def main():', *indented(self.spelled([*before, world, *start], lambda one: self.names[one]))]
        return [[f'def {worker}({", ".join(names)}):', *indented(body)], main], 'main()'

    def entry(self):
        """The blocks that start the program."""
        lines = self.main()
        body = self.spelled(lines, self.outer)
        call = 'main()'
        if self.mode == 'self':
            title = self.one_of('Experiment', 'App', 'Runner', 'Job')
            blocks = [[f'class {title}:', '', '    def __init__(self):', *indented(body[:self.split], 2), '',
                       '    def run(self):', *indented(body[self.split:], 2)]]
            call = f'{title}().run()'
        elif self.ranks == 'spawn':
            blocks, call = self.spawned(body)
        elif self.chance(0.2):  # all in the module
            return [body]
        else:
            blocks = [[*(['@record'] if self.chance(0.1) else []), 'def main():', *indented(body)]]
        return [*blocks, ["if __name__ == '__main__':", *indented(self.started(call))]]

    def imports(self, module, text):
        lines = [line for pattern, line in IMPORTS.items() if re.search(pattern, text)]
        own = []
        for symbol, other in self.symbols.items():
            if other == module or not re.search(rf'(?<![.\w])(?<!def ){symbol}\b', text):
                continue
            path = other[:-3].replace('/', '.')
            own.append(f'import {path}' if other in self.by_module else f'from {path} import {symbol}')
        return [*lines, *([''] if own else []), *dict.fromkeys(own)]

    def module(self, module, blocks):
        text = '\n\n\n'.join('\n'.join(block) for block in blocks) + '\n'
        imports = '\n'.join(self.imports(module, text))
        for symbol, other in self.symbols.items():
            if other != module and other in self.by_module:
                text = re.sub(rf'(?<![.\w])(?<!def ){symbol}\b', f'{other[:-3]}.{symbol}', text)
        if self.chance(0.2) and 'dist.' in text:
            text = re.sub(r'(?<![.\w])dist\.(?=[a-z_]+\()', 'torch.distributed.', text)
            imports = '\n'.join(sorted({*imports.split('\n'), 'import torch', 'import torch.distributed'}))
            imports = imports.strip() if 'from ' not in imports else '\n'.join(
                sorted(imports.split('\n'), key=lambda line: (line.startswith('from'), line))).strip()
        return f'{imports}\n\n\n{text}' if imports else text

    def project(self):
        entry = self.entry()
        self.blocks[self.modules[0]] += entry
        order = list(self.blocks)
        if self.chance(0.85):
            self.prune()
        self.settle_options('\n'.join(line for blocks in self.blocks.values() for block in blocks for line in block))
        for name, block in self.options_block():
            self.blocks[name].insert(0, block)
        files = {name: self.module(name, self.spelled_blocks(name)) for name in order if self.blocks[name]}
        files |= self.texts
        case = dict(start='python' if self.ranks in ('spawn', 'single') else 'torchrun', arguments=self.arguments)
        if self.variables:
            case['env'] = self.variables
        if self.ranks == 'launch' and self.shell:
            case['passed'] = '--local_rank={}'
        if self.shell:
            name = self.one_of('run.sh', 'run.sh', 'train.sh', 'scripts/run.sh')
            files[name] = self.shell_text('/' in name)
            if 'torchrun' in files[name]:
                case['start'] = 'torchrun'
        return Project(files, case)

    def prune(self):
        """Removes the helpers that nobody calls."""
        while True:
            unused = [symbol for symbol in self.symbols if symbol in self.where and not any(
                re.search(rf'(?<![.\w]){symbol}\b', line) for blocks in self.blocks.values() for block in blocks
                if block is not self.where[symbol] for line in block)]
            if not unused:
                return
            for symbol in unused:
                module = self.symbols.pop(symbol)
                self.blocks[module] = [block for block in self.blocks[module] if block is not self.where[symbol]]
                del self.where[symbol]

    def spelled_blocks(self, module):
        return [self.spelled(block, self.inner) for block in self.blocks[module]]


def make(seed):
    return Maker(seed).project()
