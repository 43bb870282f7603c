"""The option table of docs/reference.md and the binary's --help name the same options for the same commands."""

import os
import re
import subprocess
import sys
from pathlib import Path

COMMANDS = ('check', 'fix', 'port', 'show', 'why', 'diagnose', 'probe', 'rules', 'targets')
REFERENCE = Path(os.environ['MMLINT_SOURCE']) / 'docs/reference.md'


def documented():
    """Options by command, from the rows `| `--name ...` | check, fix | ... |`."""
    out = {command: set() for command in COMMANDS}
    commands = '|'.join(COMMANDS)
    for row in re.findall(rf'^\| `(--[a-z-]+)[^`]*` \| ((?:(?:{commands})(?:, )?)+) \|', REFERENCE.read_text(), re.M):
        for command in row[1].split(', '):
            out[command].add(row[0])
    return out


def offered(command):
    done = subprocess.run([os.environ['MMLINT'], command, '--help'], capture_output=True, text=True, check=True)
    return set(re.findall(r'^ +(?:-o,)?(--[a-z-]+)', done.stdout, re.M))


def main():
    wrong = []
    for command, options in documented().items():
        found = offered(command)
        wrong += [f'{command} {name}: in docs/reference.md, not in --help' for name in sorted(options - found)]
        wrong += [f'{command} {name}: in --help, not in docs/reference.md' for name in sorted(found - options)]
        if not found:
            wrong.append(f'{command} --help lists no option')
    print('\n'.join(wrong) or 'docs/reference.md and --help agree')
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main())
