"""The cases of growth_test.py: each construct with a command that reads it."""

import re
from dataclasses import dataclass

import constructs

MANY, FEW = 200, 20  # what n is; what nests is not followed at every depth
# What n is for what grows faster as long as there is little of it: a text of a script has at most 4,096 bytes, a class
# 64 bases that are followed, a walk a budget of steps and a program one of modules. `port` takes no --jobs, and what
# each of its threads has of its own counts less among more bases.
MORE = {
    'port: config: bases': 1000,
    'port: config: lazy bases': 1000,
    'deep script: a chain of modules': 80,
    'deep script: a hierarchy of classes': 80,
    'deep script: a hierarchy that builds': 80,
    'deep script: chained calls': 80,
    'script: a registry': 1000,
    'script: appends': 1000,
    'script: match': 600,
    'script: texts': 1000,
}
PROGRAM = {'train.py': 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--x")\n'
                       'args = p.parse_args()\n'}


def numbered(text, i):
    return text.replace('¤+', str(i + 1)).replace('¤', str(i)).replace('§', str(i - 1))


def written(text, count):
    """The text with all «...» repeated, and what stands in «| |» once in each depth of a block."""
    def indented(match):
        return ''.join(' ' * i + numbered(match[1], i) + '\n' for i in range(count)) + ' ' * count
    text = re.sub('«\\|(.*?)\\|»', indented, text)
    return re.sub('«(.*?)»', lambda match: ''.join(numbered(match[1], i) for i in range(1, count + 1)), text,
                  flags=re.DOTALL)


@dataclass
class Case:
    name: str
    main: str         # the file with the construct
    construct: object  # its text, or a pair of the text and other files
    arguments: list
    more: dict        # files that do not grow
    count: int        # n

    def files(self, times):
        """The path and text of each file of a run: the construct is written n times as often, once if that is 0."""
        count = self.count * times or 1
        text, others = self.construct if isinstance(self.construct, tuple) else (self.construct, {})
        files = {**self.more, self.main: written(text, count)}
        for path, other in others.items():
            if '¤' in path:
                files |= {numbered(path, i): written(numbered(other, i), count) for i in range(count + 1)}
            else:
                files[path] = written(other, count)
        return files


CHECK = ['check', '.', '--jobs', '1']
FIX = ['fix', '--unsafe', '--diff', '.', '--jobs', '1']
SHOW = ['show', 'c.py', '--jobs', '1']
ORIGINS = ['show', '--origins', 'c.py', '--jobs', '1']
WHY = ['why', 'c.py', 'a']
PORT = ['port', 'c.py', '-o', 'new.py', '--force']
JSON = ['check', '.', '--jobs', '1', '--format', 'json']
GITHUB = ['check', '.', '--jobs', '1', '--format', 'github']
KINDS = {  # kind: its file, n, its constructs, the files beside it
    'config': ('c.py', MANY, constructs.CONFIG, {}),
    'deep config': ('c.py', FEW, constructs.CONFIG_DEEP, {}),
    'script': ('train.py', MANY, constructs.SCRIPT, {'c.py': 'a = 1\n'}),
    'deep script': ('train.py', FEW, constructs.SCRIPT_DEEP, {'c.py': 'a = 1\n'}),
    'launch script': ('run.sh', MANY, constructs.LAUNCH, {'c.py': 'a = 1\n', **PROGRAM}),
    'deep launch script': ('run.sh', FEW, constructs.LAUNCH_DEEP, {'c.py': 'a = 1\n', **PROGRAM}),
}


def cases():
    for kind, (main, count, table, more) in KINDS.items():
        for name, construct in table.items():
            full = f'{kind}: {name}'
            yield Case(full, main, construct, CHECK, more, MORE.get(full, count))
    for command, arguments, names in (('show', SHOW, constructs.SHOWN), ('show --origins', ORIGINS, constructs.SHOWN),
                                      ('port', PORT, constructs.SHOWN), ('why', WHY, constructs.EXPLAINED),
                                      ('fix --diff', FIX, constructs.FIXED), ('json', JSON, constructs.FIXED),
                                      ('github', GITHUB, constructs.FIXED)):
        for kind, name in names:
            main, count, table, more = KINDS[kind]
            full = f'{command}: {kind}: {name}'
            yield Case(full, main, table[name], arguments, more, MORE.get(full, count))
    for name, (main, construct, arguments) in constructs.PROJECT.items():
        yield Case(f'project: {name}', main, construct, [*arguments, '--jobs', '1'], {'c.py': 'a = 1\n'}, MANY)
