"""The table of the standard library's functions that are written in Python is what Python 3.11 says.

    standard_functions.py [--update]

MMEngine drops functions that are written in Python from a config (rule E5), so that mmlint must know which
are. Only the modules are listed that configs import from. Names that only some releases of 3.11 have are let
pass."""

import importlib
import json
import os
import sys
import textwrap
import types
from pathlib import Path

TABLE = 'rules/facts/standard_functions.json'
MODULES = '''abc argparse base64 collections contextlib copy dataclasses enum fnmatch functools getpass glob hashlib
    heapq importlib importlib.util inspect json logging multiprocessing numbers os os.path pathlib
    pickle platform pprint posixpath re shutil socket statistics string subprocess tempfile textwrap
    types typing uuid warnings'''.split()
TEXT = '''{{
  "description": "Functions of Python's standard library that are written in Python.",
  "sources": [
    "CPython 3.11, by tests/values/standard_functions.py --update"
  ],
  "rows": [
{}
  ]
}}
'''


def functions(module):
    return sorted(name for name, value in vars(module).items()
                  if isinstance(value, types.FunctionType) and name[0] != '_')


def table():
    names = [f'"{module}.{name}"' for module in MODULES for name in functions(importlib.import_module(module))]
    return TEXT.format(textwrap.fill(', '.join(names), 108, initial_indent='    ', subsequent_indent='    '))


def wrong(names):
    """Names of the table that are something else here, or whose module is not looked for."""
    for name in names:
        module, _, function = name.rpartition('.')
        if module not in MODULES or not isinstance(
                getattr(importlib.import_module(module), function, main), types.FunctionType):
            yield name


def main():
    path = Path(os.environ.get('MMLINT_SOURCE') or Path(__file__).resolve().parents[2]) / TABLE
    if sys.version_info[:2] != (3, 11):
        print(f'skipped: this is Python {sys.version.split()[0]}, not 3.11')
    elif sys.argv[1:] == ['--update']:
        path.write_text(table())
    elif found := list(wrong(json.loads(path.read_text())['rows'])):
        raise SystemExit(f'{TABLE}: not what Python says: {", ".join(found)}')


if __name__ == '__main__':
    main()
