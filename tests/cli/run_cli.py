"""The real binary on fixtures/cli: standard output, standard error, exit code, files afterwards.

    fixtures/cli/<case>/cmd               the arguments, as in a shell; a first line `cwd: sub` names a folder
    fixtures/cli/<case>/input/            the project, copied to a fresh folder that is no git repository
                                          (without it: the input of the case that `input` in cmd names)
    fixtures/cli/<case>/stdin             what stands on standard input, if anything
    fixtures/cli/<case>/expected.stdout   {dir} stands for the folder of the copy
    fixtures/cli/<case>/expected.stderr
    fixtures/cli/<case>/expected.code
    fixtures/cli/<case>/expected.files/   the files that the run changes, if any

`run_cli.py --update` writes what is expected from what happens: read the difference before you commit it.
"""

import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

import binary

CASES = Path(__file__).resolve().parents[2] / 'fixtures' / 'cli'


def files_below(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob('*')) if path.is_file()} if folder.is_dir() else {}


def read_command(case):
    """(arguments, folder to run in, folder of the input)."""
    lines = (case / 'cmd').read_text(encoding='utf-8').splitlines()
    settings = {}
    while lines and re.match(r'(cwd|input): ', lines[0]):
        name, value = lines.pop(0).split(': ', 1)
        settings[name] = value
    source = CASES / settings['input'] if 'input' in settings else case
    return shlex.split(' '.join(lines)), settings.get('cwd', '.'), source / 'input'


def run_case(case):
    """What happens: {expected file: bytes}."""
    arguments, cwd, source = read_command(case)
    with tempfile.TemporaryDirectory(prefix='mmlint-') as name:
        folder = Path(name).resolve() / 'project'
        if source.is_dir():
            shutil.copytree(source, folder)
        else:
            folder.mkdir()
        before = files_below(folder)
        stdin = case / 'stdin'
        done = binary.run(*arguments, cwd=folder / cwd, stdin=stdin.read_bytes() if stdin.is_file() else b'')
        after = files_below(folder)
        result = {'expected.code': f'{done.code}\n'.encode()}
        for stream, text in (('stdout', done.out), ('stderr', done.err)):
            result[f'expected.{stream}'] = text.replace(str(folder).encode(), b'{dir}')
        for path, content in after.items():
            if before.get(path) != content:
                result[f'expected.files/{path}'] = content
        for path in before.keys() - after.keys():
            result[f'expected.files/{path}.gone'] = b''
        return result


def expected_of(case):
    """What is written down; an empty stream needs no file."""
    result = {'expected.stdout': b'', 'expected.stderr': b''}
    for path in sorted(case.glob('expected.*')):
        if path.is_file():
            result[path.name] = path.read_bytes()
        else:
            result |= {f'{path.name}/{name}': content for name, content in files_below(path).items()}
    return result


def update(case, happened):
    for path in case.glob('expected.*'):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name, content in happened.items():
        if content or name == 'expected.code' or name.startswith('expected.files/'):
            (case / name).parent.mkdir(parents=True, exist_ok=True)
            (case / name).write_bytes(content)


def report(name, expected, happened):
    """Prints the differences; returns how many there are."""
    import difflib
    count = 0
    for key in sorted(expected.keys() | happened.keys()):
        left, right = expected.get(key), happened.get(key)
        if left == right:
            continue
        count += 1
        print(f'FAIL {name}: {key}')
        old = (left or b'').decode(errors='backslashreplace').splitlines()
        new = (right or b'').decode(errors='backslashreplace').splitlines()
        print('\n'.join('    ' + line for line in difflib.unified_diff(old, new, 'expected', 'got', lineterm='')))
    return count


def main():
    wanted = {argument for argument in sys.argv[1:] if not argument.startswith('-')}
    cases = [case for case in sorted(CASES.iterdir()) if (case / 'cmd').is_file()
             and (not wanted or case.name in wanted)]
    if missing := wanted - {case.name for case in cases}:
        sys.exit(f'no such case: {", ".join(sorted(missing))}')
    failures = 0
    for case in cases:
        happened = run_case(case)
        if '--update' in sys.argv:
            update(case, happened)
        elif not (case / 'expected.code').exists():
            failures += 1
            print(f'FAIL {case.name}: nothing is expected yet, run with --update')
        else:
            failures += report(case.name, expected_of(case), happened)
    if not cases:
        sys.exit('no cases')
    print(f'{len(cases)} cases, {failures} differences')
    sys.exit(1 if failures else 0)


main()
