"""The options of the programs that composed_maker.py writes, and the launch scripts that give them."""

import re

import choices

STYLES = ('argparse', 'argparse', 'argparse', 'dataclass', 'dict', 'yaml', 'environment')


class Options(choices.Choices):

    def choose_style(self):
        self.style = 'argparse' if self.ranks == 'launch' and self.chance(0.8) else self.one_of(*STYLES)
        self.namespace = self.style == 'yaml' and self.chance(0.5)
        self.attributes = self.style in ('argparse', 'dataclass') or self.namespace
        self.registered, self.to_give = {}, {}  # name: the default; name: what the launch script gives
        self.arguments, self.variables, self.texts = [], {}, {}
        self.getter = self.one_of('get_options', 'parse_args', 'load_config', 'read_options')
        self.getter_module = self.one_of(*self.modules)
        if self.style != 'environment':
            self.symbols[self.getter] = self.getter_module

    def option(self, name, value, others=()):
        """An expression for an option that has this value in the run; its default may be one of the others."""
        if name not in self.registered:
            default = value
            if others and self.shell and self.style in ('argparse', 'environment') and self.chance(0.4):
                default = self.one_of(*others)
                self.to_give[name] = value
            self.registered[name] = default
        if self.style == 'environment':
            key, default = name.upper(), self.registered[name]
            if isinstance(default, bool):
                return f"os.environ.get('{key}', '{int(default)}') == '1'"
            if isinstance(default, str):
                return self.one_of(f"os.environ.get('{key}', '{default}')", f"os.getenv('{key}', '{default}')")
            return f"{type(default).__name__}(os.environ.get('{key}', {self.one_of(str(default), repr(str(default)))}))"
        return f'$opts.{name}' if self.attributes else f"$opts['{name}']"

    def value(self, name, right, faulty, dim):
        """An option whose value is at fault if its part of the program is to be."""
        values = [faulty, right] if dim in self.faults else [right, faulty]
        return self.option(name, values[0], values[1:])

    def give(self, name, value):
        if self.style == 'environment':
            self.variables[name.upper()] = str(int(value)) if isinstance(value, bool) else str(value)
        elif isinstance(value, bool):
            self.arguments.append(f'--{name}' if value else f'--no_{name}')
        else:
            self.arguments += [f'--{name}', str(value)]

    def settle_options(self, text):
        """Most of the options that the text does not use are left out."""
        for name in list(self.registered):
            key = name.upper() if self.style == 'environment' else name
            used = re.search(rf'\b{key}\b', text)
            if not used and self.chance(0.85):
                del self.registered[name]
            elif used and name in self.to_give:
                self.give(name, self.to_give[name])

    def options_call(self):
        return [f'$opts = {self.getter}()'] if self.style != 'environment' else []

    def options_block(self):
        """[(module, lines)] of what reads the options."""
        if self.style == 'environment':
            return []
        lines = getattr(self, f'of_{self.style}')()
        return [(self.getter_module, lines)]

    def of_argparse(self):
        lines = ['parser = argparse.ArgumentParser()']
        for name, default in self.registered.items():
            if name == 'local_rank':
                both = "'--local-rank', '--local_rank'"  # the launcher of PyTorch 2 passes the first
                flags = both if self.ranks == 'launch' else self.one_of("'--local_rank'", both)
                lines.append(f'parser.add_argument({flags}, type=int, default={default})')
            elif default is False:
                lines.append(f"parser.add_argument('--{name}', action='store_true')")
            elif default is True:
                lines += [f"parser.add_argument('--no_{name}', dest='{name}', action='store_false')"]
            else:
                kind = '' if isinstance(default, str) and self.chance(0.5) else f', type={type(default).__name__}'
                lines.append(f"parser.add_argument('--{name}'{kind}, default={default!r})")
        end = self.one_of(['return parser.parse_args()'], ['args = parser.parse_args()', 'return args'],
                          ['args, _ = parser.parse_known_args()', 'return args'])
        return [f'def {self.getter}():', *(f'    {line}' for line in [*lines, *end])]

    def of_dataclass(self):
        title = self.one_of('Config', 'TrainConfig', 'Settings')
        self.symbols[title] = self.getter_module
        fields = [f'    {name}: {type(default).__name__} = {default!r}' for name, default in self.registered.items()]
        if self.mode == 'state':
            fields += [f"    {self.names[name]}: {'str' if name == 'device' else 'int'} = {first!r}"
                       for name, first in (('rank', 0), ('local_rank', 0), ('world', 1), ('device', 'cpu'))
                       if self.names[name] not in self.registered]
        return ['@dataclass', f'class {title}:', *(fields or ['    name: str = "toy"']), '', '',
                f'def {self.getter}():', f'    return {title}()']

    def of_dict(self):
        form = self.one_of('dict', 'braces', 'constant')
        inside = ', '.join(f'{name}={default!r}' if form == 'dict' else f'{name!r}: {default!r}'
                           for name, default in self.registered.items())
        whole = f'dict({inside})' if form == 'dict' else f'{{{inside}}}'
        if form == 'constant':
            return [f'DEFAULTS = {whole}', '', '', f'def {self.getter}():', '    return dict(DEFAULTS)']
        return [f'def {self.getter}():', f'    return {whole}']

    def of_yaml(self):
        rows = [f'{name}: {str(default).lower() if isinstance(default, bool) else default}'
                for name, default in self.registered.items()] or ['name: toy']
        if self.chance(0.5):
            path = self.one_of('config.yaml', 'configs/base.yaml', 'configs/train.yml')
            self.texts[path] = '\n'.join(rows) + '\n'
            before, lines = [], [f"with open('{path}') as file:", '    options = yaml.safe_load(file)']
        else:
            before = ['TEXT = """', *rows, '"""', '', '']
            lines = ['options = yaml.safe_load(TEXT)']
        lines.append('return SimpleNamespace(**options)' if self.namespace else 'return options')
        return [*before, f'def {self.getter}():', *(f'    {line}' for line in lines)]

    # --- The launch script ---

    def shell_text(self, folder):
        command = 'train.py' + ''.join(f' {word}' for word in self.arguments)
        if self.ranks in ('single', 'spawn'):
            start = self.one_of('python', 'python3', 'python -u')
            wrong = self.ranks == 'single' and 'entry' in self.faults
            start = 'torchrun --nproc_per_node=2' if wrong else start
        elif self.ranks == 'launch':
            start = 'python -m torch.distributed.launch --nproc_per_node=2'
        else:
            start = self.one_of('torchrun --nproc_per_node=2', 'torchrun --nproc_per_node 2', 'torchrun --standalone '
                                '--nnodes=1 --nproc_per_node=2', 'python -m torch.distributed.run --nproc_per_node=2',
                                'torchrun --nproc_per_node=${GPUS:-2} --master_port=${PORT:-29511}',
                                'torchrun \\\n    --nproc_per_node=2 \\\n   ')
        lines = ['#!/bin/bash', *(['set -e'] if self.chance(0.3) else [])]
        if folder:
            lines.append('cd "$(dirname "$0")/.."')
        exported = self.chance(0.5)
        if exported:
            lines += [f'export {name}={value}' for name, value in self.variables.items()]
        before = '' if exported else ''.join(f'{name}={value} ' for name, value in self.variables.items())
        return '\n'.join([*lines, f'{before}{start} {command}']) + '\n'
