"""Compares how symbols are printed with what symbols.txt has recorded, since rule files match the printed form
(docs/rules.md). Byte offsets are left out, so that a line more in an example changes nothing.

usage: symbols_test.py DUMP_SCRIPT [--update]    with --update it records what is printed now
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORDED = HERE / 'symbols.txt'
FOLDERS = ('tests/truth', 'fixtures/script_forms')
OWN = re.compile(r'[<?]|(def|class|module)@')  # of the project, and those that the analysis names
PLACE = re.compile(r'((?:def|class|<generator>)@|<deferred>)\d+:\d+')


def printed(program):
    """Returns the symbols of the folders, sorted; places are M:N."""
    symbols = set()
    for name in FOLDERS:
        folder = HERE.parents[1] / name
        paths = sorted(map(str, folder.rglob('*.py')))
        done = subprocess.run([program, '--symbols', str(folder), *paths], capture_output=True, text=True, check=True)
        symbols.update(PLACE.sub(r'\1M:N', line.replace(f'{folder}/', '')) for line in done.stdout.splitlines())
    return sorted(symbols)


def report(symbols):
    """Returns the lines to record: a digest of the symbols of libraries, and all other symbols."""
    own = [each for each in symbols if OWN.match(each)]
    libraries = sorted(set(symbols) - set(own))
    digest = hashlib.sha256('\n'.join(libraries).encode()).hexdigest()
    return [f'# {len(libraries)} symbols of libraries: {digest[:16]}', *own]


def main():
    lines = report(printed(sys.argv[1]))
    if '--update' in sys.argv:
        RECORDED.write_text('\n'.join(lines) + '\n')
    known = RECORDED.read_text().splitlines()
    lost, new = sorted(set(known) - set(lines)), sorted(set(lines) - set(known))
    for sign, all_of_it in (('-', lost), ('+', new)):
        for each in all_of_it[:20]:
            print(f'{sign} {each}')
    print(f'{len(lines)} lines, {len(lost)} lost, {len(new)} new')
    if lost or new:
        sys.exit('FAILED: symbols are printed in another way; if that is meant, or an example has changed, --update')


if __name__ == '__main__':
    main()
