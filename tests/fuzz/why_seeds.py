"""Inputs for the fuzz target over `why`: configs of all fixtures, with a file of key paths."""

import re

import config_seeds

LARGEST = 1000  # bytes


def words():
    yield from config_seeds.words()
    yield from ('\n#@ keys\n', 'model.type\n', '.type', '.0', '.1.', '["a.b"]', '[3]', 'del a\n', '.pop("a")\n',
                '_delete_=True, ', '{{_base_.a}}', 'import *\n')


def inputs(repository):
    for text in config_seeds.projects(repository / 'fixtures'):
        names = list(dict.fromkeys(re.findall(rb'\b([a-z_]\w*)\b *[=:]', text)))[:6]
        pairs = [b'.'.join(pair) for pair in zip(names, names[1:])]
        yield text + b'\n#@ keys\n' + b'\n'.join(names + pairs)
