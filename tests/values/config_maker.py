"""Makes small random classic projects: what a config does with its bases, from a seed."""

import random

KEYS = ['type', 'depth', 'head', 'neck', 'sizes', 'extra', 'items_', '_delete_', 'scope']


class Maker:
    """Writes projects: a base or two, what inherits them, and a leaf."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, share):
        return self.random.random() < share

    def one_of(self, choices):
        return self.random.choice(choices)

    # --- Values ---

    def scalar(self):
        return self.one_of(['1', '2', '0', '-3', '0.5', 'None', 'True', 'False', "'x'", "'Net'", "''", '(1, 2)'])

    def literal(self, depth=2):
        if depth == 0 or self.chance(0.3):
            return self.scalar()
        if self.chance(0.4):
            return f'[{", ".join(self.literal(depth - 1) for _ in range(self.random.randint(0, 3)))}]'
        if self.chance(0.1):
            return f'({self.literal(depth - 1)}, {self.literal(depth - 1)})'
        return self.dict(depth)

    def dict(self, depth=2):
        keys = self.random.sample(KEYS, self.random.randint(0, 4))
        keys = [key for key in keys if key != '_delete_' or self.chance(0.4)]
        items = [(key, self.one_of(['True', 'True', 'False', '1']) if key == '_delete_' else self.literal(depth - 1))
                 for key in keys]
        if self.chance(0.7):
            return f'dict({", ".join(f"{key}={value}" for key, value in items)})'
        return '{' + ', '.join(f"'{key}': {value}" for key, value in items) + '}'

    # --- Files ---

    def base(self, number):
        lines = []
        names = [f'b{number}_{name}' for name in ('model', 'list', 'data', 'value')]
        lines += [f'{names[0]} = {self.dict(3)}', f'{names[1]} = [{self.dict()}, {self.literal()}, {self.scalar()}]',
                  f'{names[2]} = dict(first={names[0]}, second={names[1]}, own={self.literal()})',
                  f'{names[3]} = {self.scalar()}']
        if self.chance(0.3):
            lines.append(f"{names[2]}['again'] = {names[1]}")
        return lines, names

    def expression(self, names, local):
        """An expression that reads bases and local names."""
        name = self.one_of(names)
        kind = self.random.randint(0, 19)
        if kind <= 3:
            return f'_base_.{name}'
        if kind <= 5 and local:
            return self.one_of(local)
        if kind == 6:
            return f'copy.deepcopy({self.reference(names, local)})'
        if kind == 7:
            return f'{self.reference(names, local)}.copy()'
        if kind == 8:
            return f'dict({self.reference(names, local)})'
        if kind == 9:
            return f'dict(**{self.reference(names, local)}, more={self.literal(1)})'
        if kind == 10:
            return f'{{**{self.reference(names, local)}, "more": {self.literal(1)}}}'
        if kind == 11:
            return f'list({self.reference(names, local)})'
        if kind == 12:
            return f'{self.reference(names, local)} + {self.one_of(["[1]", "[dict(n=1)]"])}'
        if kind == 13:
            return f'[{self.reference(names, local)}] * 2'
        if kind == 14:
            return f'{self.reference(names, local)}[:2]'
        if kind == 15:
            return '{{_base_.' + name + '}}'
        if kind == 16:
            return f'dict(a={self.reference(names, local)}, b=[{self.reference(names, local)}])'
        if kind == 17:
            return f'dict({self.reference(names, local)}) | {self.dict(1)}'
        if kind == 18:
            return f'[x for x in {self.reference(names, local)}]'
        return self.literal()

    def reference(self, names, local):
        if local and self.chance(0.4):
            return self.part(self.one_of(local))
        return self.part(f'_base_.{self.one_of(names)}')

    def part(self, text):
        while self.chance(0.35):
            key = self.one_of([key for key in KEYS if key != '_delete_'] + ['first', 'second', 'own'])
            text += self.one_of([f'.{key}', f"['{key}']", '[0]', '[-1]', f".get('{key}')"])
        return text

    def edit(self, names, local):
        """A statement that changes something in place."""
        target = self.reference(names, local)
        key, value = self.one_of(KEYS), self.expression(names, local)
        return self.one_of([
            f'{target}.{key} = {value}', f"{target}['{key}'] = {value}", f'{target}.append({value})',
            f'{target}.extend([{value}])', f'{target} += [{value}]' if '.get(' not in target else f'{target}.sort()',
            f'{target}.update({self.dict(1)})', f'{target}.update({key}={value})', f'{target}.merge({self.dict()})',
            f"{target}.pop('{key}')", f"{target}.pop('{key}', None)", f"kept = {target}.setdefault('{key}', {value})",
            f"del {target}['{key}']", f'del {target}.{key}', f'del {target}[0]', f'{target}.insert(0, {value})',
            f'{target}[0] = {value}', f'{target}[1:] = [{value}]', f'{target}.clear()', f'{target}.reverse()',
            f'del {target}[:1]', f"{target} |= {self.dict(1)}" if '.get(' not in target else f'{target}.pop()'])

    def guarded(self, statement):
        """Most random statements raise; what follows shall still be seen."""
        if self.chance(0.04):
            return [statement]
        return ['try:', f'    {statement}', 'except Exception:', '    pass']

    def child(self, bases, names):
        lines = [f'_base_ = {bases!r}', 'import copy']
        local = []
        for number in range(self.random.randint(2, 7)):
            if self.chance(0.45):
                name = self.one_of([*names, f'v{number}', f'v{number}'])
                lines += self.guarded(f'{name} = {self.expression(names, local)}')
                if '{{' not in lines[-3 if len(lines) > 3 else -1] and name not in local:
                    lines.append(f'{name} = locals().get({name!r})' if self.chance(0) else 'pass')
                    local.append(name)
            else:
                lines += self.guarded(self.edit(names, local))
        return lines

    def project(self):
        files, names, bases = {}, [], []
        for number in range(self.random.randint(1, 2)):
            files[f'base{number}.py'], more = self.base(number)
            names += more
            bases.append(f'base{number}.py')
        previous = bases
        for level in range(self.random.randint(1, 3)):
            files[f'level{level}.py'] = self.child(previous, names)
            previous = [f'level{level}.py']
        return files
