"""Makes small random lazy projects: imports of every form, and what a config does with what it imported."""

import re

import config_maker

FOLDERS = ['', 'a/', 'a/b/', 'c/']
OUTSIDE = ['from toy.layers import Conv, Norm as N', 'import toy.data', 'import toy.text.words', 'import toy as t',
           'from toy import kind', 'from . import sibling', 'from ..far import away as far', 'import other.thing as o',
           'import os', 'import math', 'from math import floor', 'import os.path as osp', 'from toy import data as head',
           'from mmengine.config import read_base']
LAZY = ['Conv', 'N', 'toy.data.Loader', 'toy', 't', 't.x', 'far', 'far.part', 'o.Thing', 'sibling', 'head', 'Conv.a.b',
        'toy.text', 'kind', 'o']
PACKAGES = {
    'toybox/__init__.py': '',
    'toybox/configs/__init__.py': '',
    'toybox/configs/base.py': 'from toy.box import Box\nbox = dict(type=Box, sizes=[1, dict(n=2)])\nlid = [box, 1]\n',
    'toybox/configs/deep/more.py': 'with read_base():\n    from ..base import box, lid as cover\n'
                                   'box.update(dict(own=cover))\nb0_value = {"x": 1}\n',
}


def write_packages(site):
    """Writes the packages that absolute imports name; returns the folder."""
    for name, text in PACKAGES.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text)
    return site


def relative(importer, module):
    """How the one imports the other: both are paths below the project, without .py."""
    here, there = importer.split('/')[:-1], module.split('/')
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return '.' * (1 + len(here) - shared) + '.'.join(there[shared:])


class Maker(config_maker.Maker):
    """Bases with and without imports, what imports them, and a leaf."""

    def reference(self, names, local):
        return self.part(self.one_of(names + local))

    def expression(self, names, local):
        kind = self.random.randint(0, 24)
        lazy = self.one_of(LAZY)
        if kind <= 3:
            return self.one_of([lazy, f'dict(type={lazy}, a={self.literal(1)})', f'[{lazy}, {self.scalar()}]'])
        if kind == 4:
            return self.one_of([f"f'{{{lazy}}}-x'", f'str({lazy})', f'{lazy}.module', f'repr([{lazy}])'])
        if kind == 5:
            return self.one_of([f'{lazy}({self.scalar()})', f'{lazy}[0]', f'{lazy} + 1', f'len({lazy})', f'dict(**{lazy})'])
        if kind == 6:
            return self.one_of([f'{lazy} == {self.one_of(LAZY)}', f'{lazy} is {lazy}', f'bool({lazy})',
                                f'copy.deepcopy({lazy}) == {lazy}', f'{lazy} in [{lazy}, 1]'])
        if kind == 7:
            return self.one_of([f'make({self.reference(names, local)})', 'seen()', 'make(1)'])
        if kind == 8:
            return self.one_of([f'{self.one_of(names)} is {self.one_of(names)}', '"lost" in globals()',
                                'sorted(k for k in globals() if k[:2] == "b0")', "'{{ fileBasename }}'"])
        text = super().expression(names, local)
        return re.sub(r'\{\{_base_\.(\w+)\}\}', r'\1', text).replace('_base_.', '')

    def imports(self):
        return self.random.sample(OUTSIDE, self.random.randint(0, 5))

    def lazy_base(self, number):
        """A base that is lazy, or only becomes so by being imported."""
        lines, names = self.base(number)
        before = self.imports() if self.chance(0.6) else ['import math'] if self.chance(0.2) else []
        if before:
            lines += self.guarded(f'{names[0]}["t"] = {self.one_of(LAZY)}')
        if self.chance(0.4):
            lines += ['def make(x):', f'    return dict(made=x, kept={names[1]})']
        if self.chance(0.3):
            lines += ['def seen():', f'    {names[1]}.append(len({names[1]}))', f'    return {names[1]}']
        if self.chance(0.3):
            lines.append("_text = '{{ fileBasename }}'")
        if self.chance(0.15):
            lines.append("here = __file__")
        return ['import copy', *before, *lines], names

    def import_of(self, module, names):
        if self.chance(0.45):
            return f'from {module} import *'
        chosen = self.random.sample(names, self.random.randint(1, min(3, len(names))))
        parts = [name if self.chance(0.6) else f'{name} as {self.one_of(names + ["alias1", "alias2"])}' for name in chosen]
        if self.chance(0.03):
            parts.append('nowhere')
        return f'from {module} import {", ".join(parts)}'

    def nested(self, statement):
        """An import where Python would reach it late or never."""
        kept = ['    lost = 1'] if self.chance(0.9) else []
        return self.one_of([['if False:', f'    {statement}', *kept], ['if True:', f'    {statement}', *kept],
                            ['try:', f'    {statement}', *kept, 'except ImportError:', '    pass'],
                            *([] if '*' in statement else [['def inner():', f'    {statement}', *kept]])])

    def child(self, path, bases):
        """`bases`: [(path, names)]."""
        block, lines, names = [], ['import copy'], []
        modules = [(relative(path, base), known) for base, known in bases]
        if self.chance(0.2):
            modules.append(self.one_of([('toybox.configs.base', ['box', 'lid']),
                                        ('toybox.configs.deep.more', ['box', 'cover', 'b0_value'])]))
        for module, known in modules:
            for _ in range(self.random.choice([1, 1, 1, 2])):
                block.append('    ' + self.import_of(module, known))
            names += known
        lines += self.imports()
        if self.chance(0.2):
            lines += self.guarded(f'early = {self.expression(names, [])}')
        lines += ['with read_base():', *block]
        for module, known in modules:
            if self.chance(0.15):
                statement = self.import_of(module, known)
                lines += [statement] if self.chance(0.4) else self.nested(statement)
        if self.chance(0.2):
            # Whether a package is installed that would really be imported is not known.
            lines += self.nested(self.one_of([x for x in OUTSIDE if not x.startswith('import toy.')]))
        if self.chance(0.05):
            lines += self.nested('with read_base():\n        ' + self.import_of(*modules[0]))
        local = []
        for number in range(self.random.randint(2, 7)):
            if self.chance(0.5):
                name = self.one_of([*names, f'v{number}', 'kind', 'far'])
                lines += self.guarded(f'{name} = {self.expression(names, local)}')
                local.append(name)
            else:
                lines += self.guarded(self.edit(names, local))
        return lines, sorted({*names, *local, 'alias1'} - {'kind', 'far'})

    def project(self):
        files, bases = {}, []
        for number in range(self.random.randint(1, 3)):
            path = f'{self.one_of(FOLDERS)}base{number}'
            files[path], names = self.lazy_base(number)
            bases.append((path, names))
        previous = bases
        for level in range(self.random.randint(1, 3)):
            path = f'{self.one_of(FOLDERS)}level{level}'
            files[path], names = self.child(path, previous)
            previous = [(path, names)] + ([self.one_of(bases)] if self.chance(0.3) else [])
        return {f'{path}.py': lines for path, lines in files.items()}
