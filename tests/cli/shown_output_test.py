"""README shows what mmlint prints: behind each `$ scripts/mmlint ...` of README.md and README.zh-CN.md stand lines of its
output, in their order; `...` stands for lines that are left out, and for the end of a line."""

import os
import re
import sys
from pathlib import Path

import binary

SOURCE = Path(os.environ['MMLINT_SOURCE'])


def blocks(text):
    """Each command that is shown with its output: the arguments, the lines."""
    for block in re.findall(r'^    \$ scripts/mmlint (.*)\n((?:(?:    .*)?\n)*)', text, re.M):
        lines = [line[4:].rstrip() for line in block[1].rstrip('\n').split('\n')]
        yield block[0].split(), lines


def missing(shown, printed):
    """The first shown line that is not among the printed ones behind those before it; None if all are."""
    at, skips = 0, True
    for line in shown:
        if line == '...':
            skips = True
            continue
        fits = [i for i in range(at, len(printed)) if printed[i] == line or
                (line.endswith('...') and printed[i].startswith(line[:-3]))]
        if not fits or (not skips and fits[0] != at):
            return line
        at, skips = fits[0] + 1, False
    return None


def main():
    failures = count = 0
    for name in ('README.md', 'README.zh-CN.md'):
        for arguments, shown in blocks((SOURCE / name).read_text(encoding='utf-8')):
            count += 1
            done = binary.run(*arguments, cwd=SOURCE)
            printed = [line.rstrip() for line in (done.out.decode() + '\n' + done.err.decode()).split('\n')]
            line = missing([each for each in shown if each], [each for each in printed if each])
            if line is not None:
                failures += 1
                print(f'{name}: mmlint {" ".join(arguments)} does not print this line there:\n{line}')
    print(f'{count} commands with their output, {failures} failures')
    sys.exit(failures > 0 or count < 5)


main()
