"""The statements of the public configs, and of these changed at random: the fast parser's nodes against those that
tree-sitter gives, and what both take and make of them against CPython.

usage: run_statements.py COMPARE_FAST DUMP_AST
"""

import json
import subprocess
import sys
from pathlib import Path

import harness
import packages

SYNTAX = Path(__file__).resolve().parent.parent / 'syntax'
SEED = '20240229'
TAKEN_AT_LEAST = 0.99     # of the bytes of their statements, by the fast parser
CHANGED_AT_LEAST = 20000  # changed statements that it takes


def main():
    compare_fast, dump_ast = sys.argv[1:]
    failures = harness.Failures('statements')
    folders = packages.packages().values()
    files = [path for folder in folders for path in sorted(folder.rglob('*.py'))]
    done = subprocess.run([compare_fast, '4', SEED], input=''.join(f'{path}\n' for path in files).encode(),
                          stdout=subprocess.PIPE)
    *differences, summary = done.stdout.decode('utf-8', 'replace').splitlines()
    for line in differences:
        failures.add(line[:600])
    print(summary)
    counts = json.loads(summary)
    failures.expect(counts['files'] == len(files), f'{counts["files"]} of {len(files)} files were read')
    failures.expect(counts['different'] == 0, f'{counts["different"]} statements are different')
    share = counts['taken_bytes'] / counts['bytes']
    failures.expect(share >= TAKEN_AT_LEAST, f'the fast parser takes only {share:.2%} of the bytes')
    failures.expect(counts['taken_mutants'] >= CHANGED_AT_LEAST, 'too few changed statements are taken')
    for folder in folders:
        for script, *more in (('compare.py',), ('mutants_test.py', '--count', '800', '--seed', SEED)):
            command = [sys.executable, SYNTAX / script, dump_ast, '--folder', folder, *more]
            done = subprocess.run(command, capture_output=True, text=True)
            print(done.stdout[-2000:], end='')
            failures.expect(done.returncode == 0, f'{script} {folder}: {done.stderr[-2000:]}')
    return failures.finish()


if __name__ == '__main__':
    sys.exit(main())
