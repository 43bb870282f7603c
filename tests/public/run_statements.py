"""The statements of the public configs, and of these changed at random, against CPython: what is valid, and every
node.

usage: run_statements.py DUMP_AST
"""

import subprocess
import sys
from pathlib import Path

import harness
import packages

SYNTAX = Path(__file__).resolve().parent.parent / 'syntax'
SEED = '20240229'


def main():
    failures = harness.Failures('statements')
    for folder in packages.packages().values():
        for script, *more in (('compare.py',), ('statements_test.py', '--times', '1', '--seed', SEED),
                              ('mutants_test.py', '--count', '800', '--seed', SEED)):
            command = [sys.executable, SYNTAX / script, sys.argv[1], '--folder', folder, *more]
            done = subprocess.run(command, capture_output=True, text=True)
            print(done.stdout[-2000:], end='')
            failures.expect(done.returncode == 0, f'{script} {folder}: {done.stderr[-2000:]}')
    return failures.finish()


if __name__ == '__main__':
    sys.exit(main())
