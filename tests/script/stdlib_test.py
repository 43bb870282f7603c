"""Reads every module of the standard library as a script: none may crash it, nearly all are walked to their
end, twice the same is seen, and every place lies inside its file.

usage: stdlib_test.py DUMP_SCRIPT [EVERY]    with EVERY only every so many modules one
"""

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

SKIPPED = ('site-packages', 'dist-packages', 'lib2to3', 'idlelib', 'test', 'tests')
INCOMPLETE = 0.01  # at most


def dump(program, paths):
    done = subprocess.run([program, *map(str, paths)], capture_output=True, text=True, errors='replace', timeout=240)
    if done.returncode != 0:
        sys.exit(f'dump_script ended with {done.returncode}: {done.stderr[-500:]}')
    return done.stdout


def main():
    folder = Path(sysconfig.get_paths()['stdlib'])
    paths = sorted(path for path in folder.rglob('*.py') if not set(SKIPPED) & set(path.relative_to(folder).parts))
    paths = paths[::int(sys.argv[2]) if len(sys.argv) > 2 else 1]
    out = dump(sys.argv[1], paths)
    failures = []
    if out != dump(sys.argv[1], paths):
        failures.append('a second run sees something else')
    files = re.split(r'^== (.*)$', out, flags=re.MULTILINE)[1:]
    seen = dict(zip(files[::2], files[1::2]))
    if list(seen) != [str(path) for path in paths]:
        failures.append(f'{len(seen)} of {len(paths)} files were read')
    for path, facts in seen.items():
        lines = Path(path).read_bytes().count(b'\n') + 1
        far = [line for line in re.findall(r'^(\d+): ', facts, flags=re.MULTILINE) if int(line) > lines]
        if far:
            failures.append(f'{path}: a fact on line {far[0]} of {lines}')
    incomplete = [path for path, facts in seen.items() if 'incomplete' in facts.splitlines()]
    if len(incomplete) > max(1, INCOMPLETE * len(paths)):
        failures.append(f'{len(incomplete)} of {len(paths)} were not walked to their end, such as {incomplete[0]}')
    calls = len(re.findall(r'^\d+: \S+\(', out, flags=re.MULTILINE))
    if calls < 10 * len(paths):
        failures.append(f'only {calls} calls in {len(paths)} files')
    print(f'{len(paths)} files, {calls} calls, {len(incomplete)} not walked to their end')
    for failure in failures:
        print(f'FAILED: {failure}')
    sys.exit(bool(failures))


if __name__ == '__main__':
    main()
