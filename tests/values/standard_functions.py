"""The table of the standard library's functions that are written in Python is what Python 3.11 says.

    standard_functions.py [--update]

MMEngine drops functions that are written in Python from a config (rule E5), so that mmlint must know which
are. Only the modules are listed that configs import from. Names that only some releases of 3.11 have are let
pass."""

import importlib
import os
import re
import sys
import textwrap
import types
from pathlib import Path

TABLE = 'src/python/library/standard_functions.inc'
MODULES = '''abc argparse base64 collections contextlib copy dataclasses enum fnmatch functools getpass glob hashlib
    heapq importlib importlib.util inspect json logging multiprocessing numbers os os.path pathlib
    pickle platform pprint posixpath re shutil socket statistics string subprocess tempfile textwrap
    types typing uuid warnings'''.split()
HEAD = '''// The functions of Python 3.11's standard library that are written in Python, by module.
// Written by tests/values/standard_functions.py --update.
'''


def functions(module):
    return ' '.join(sorted(name for name, value in vars(module).items()
                           if isinstance(value, types.FunctionType) and name[0] != '_'))


def literal(text):
    lines = textwrap.wrap(text, 90, drop_whitespace=False, break_on_hyphens=False) or ['']
    return '\n     '.join(f'"{line}"' for line in lines)


def table():
    text = HEAD
    for name in MODULES:
        text += f'{{"{name}",\n     {literal(functions(importlib.import_module(name)))}}},\n'
    return text


def wrong(text):
    """Names of the table that are something else here."""
    rows = re.findall(r'{"([^"]*)",((?:\s*"[^"]*")+)}', text)
    assert [name for name, _ in rows] == MODULES, 'other modules'
    for name, written in rows:
        module = importlib.import_module(name)
        for each in ''.join(re.findall('"([^"]*)"', written)).split():
            if not isinstance(getattr(module, each, main), types.FunctionType):
                yield f'{name}.{each}'


def main():
    path = Path(os.environ.get('MMLINT_SOURCE') or Path(__file__).resolve().parents[2]) / TABLE
    if sys.version_info[:2] != (3, 11):
        print(f'skipped: this is Python {sys.version.split()[0]}, not 3.11')
    elif sys.argv[1:] == ['--update']:
        path.write_text(table())
    elif found := list(wrong(path.read_text())):
        raise SystemExit(f'{TABLE}: not what Python says: {", ".join(found)}')


if __name__ == '__main__':
    main()
