"""Whether mmlint refuses a config for the reason that MMEngine has, and in the same place."""

import json
import os
from functools import lru_cache
from pathlib import Path

# Which of MMEngine's exceptions a finding stands for that does not name the exception itself.
EXCEPTIONS = {
    'MM001': {'SyntaxError', 'IndentationError', 'TabError', 'ValueError',  # ValueError: a NUL byte
              'ScannerError', 'ParserError', 'ComposerError'},  # of YAML
    'MM002': {'FileNotFoundError', 'ConfigParsingError', 'OSError', 'IsADirectoryError'},
    'MM003': {'RecursionError'},
    'MM004': {'KeyError'},
    'MM005': {'RuntimeError', 'ConfigParsingError'},
    'MM006': {'NameError', 'UnboundLocalError'},
    'MM007': {'TypeError'},
    'MM008': {'KeyError'},
    'MM009': {'ModuleNotFoundError', 'FileNotFoundError', 'ValueError', 'AssertionError',
              'PackageNotFoundError', 'DistributionNotFound', 'RuntimeError'},
    'MM013': {'RecursionError', 'MemoryError'},
    'MM010': {'UnicodeDecodeError', 'SyntaxError'},  # SyntaxError: a byte order mark
}


@lru_cache(maxsize=None)
def codes_by_name():
    rules = [json.loads(path.read_text(encoding='utf-8'))
             for path in Path(os.environ['MMLINT_SOURCE'], 'rules').glob('MM*.json')]
    return {rule['name']: rule['code'] for rule in rules}


def code(problem):
    """The code of a problem of `mmlint show`, which names its rule."""
    return codes_by_name()[problem['code']]


def same_class(problem, truth):
    """Whether the problem stands for the exception that MMEngine raises."""
    named = problem.get('exception')
    return truth['error'] in ([named.split('.')[-1]] if named else EXCEPTIONS.get(code(problem), ()))


def same_place(path, line, truth, file, lines):
    """Whether a problem is in the file that MMEngine was reading, and at one of the lines if it knows any:
    [[path, first, last], ...]."""
    if truth['error'] == 'RecursionError' or (path == file and not lines):
        return True
    return any(path == at and first <= line <= last for at, first, last in lines)
