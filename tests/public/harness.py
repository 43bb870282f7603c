"""Running the binary, and comparing what it says with what MMEngine says."""

import json
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path

import packages

ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1'}
ABSENT = '(absent)'


def timings_count():
    """Whether this build is one whose speed means something."""
    cache = (Path(os.environ['MMLINT_BUILD']) / 'CMakeCache.txt').read_text()
    settings = dict(line.split('=', 1) for line in cache.splitlines() if '=' in line)
    return (not settings.get('MMLINT_SANITIZE:STRING')
            and settings.get('CMAKE_BUILD_TYPE:STRING', '') in ('Release', 'RelWithDebInfo'))


def memory_folder():
    """A folder in memory if the machine has one: thousands of small files are several times faster."""
    return '/dev/shm' if os.access('/dev/shm', os.W_OK) else None


def scratch():
    return tempfile.TemporaryDirectory(prefix='mmlint-', dir=memory_folder())


class Failures:
    """Collects what is wrong, so that one run shows all of it."""

    def __init__(self, suite):
        self.suite, self.list = suite, []

    def add(self, text):
        self.list.append(text)

    def expect(self, condition, text):
        if not condition:
            self.add(text)
        return condition

    def finish(self):
        """Exit code for the suite; prints at most what a reader can use."""
        for text in self.list[:40]:
            print(f'FAILED: {text}')
        if len(self.list) > 40:
            print(f'... and {len(self.list) - 40} more')
        print(f'{self.suite}: {len(self.list)} failures' if self.list else f'{self.suite}: passed')
        return 1 if self.list else 0


def mmlint(*arguments, cwd=None, codes=(0, 1)):
    """Runs the binary in an environment that has the packages; returns its standard output and the seconds
    it took: by the clock, or of the processor if other programs kept it waiting."""
    command = [os.environ['MMLINT'], *map(str, arguments), '--python-path', str(packages.site())]
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, timeout=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    elapsed = min(time.monotonic() - start, processor)
    if done.returncode not in codes:
        raise SystemExit(f'{" ".join(command)} ended with {done.returncode}, not one of {codes}\n'
                         f'{done.stdout.decode(errors="replace")[-2000:]}\n'
                         f'{done.stderr.decode(errors="replace")[-4000:]}')
    return done.stdout.decode(), elapsed


def check(folder, target='gcu', *more):
    """The diagnostics of a project, paths relative to it; those in other packages' files are absolute."""
    folder = Path(folder).resolve()
    out, elapsed = mmlint('check', folder, '--root', folder, '--target', target, '--format', 'json', *more)
    # Nothing starts the configs of a package alone, which MM201 says of all of them as information.
    diagnostics = [each for each in json.loads(out)['diagnostics']
                   if (each['code'], each['severity']) != ('MM201', 'info')]
    for diagnostic in diagnostics:
        diagnostic['path'] = relative(diagnostic['path'], folder)
    return diagnostics, elapsed


def relative(path, folder, cwd=None):
    path = (Path(cwd or Path.cwd()) / path).resolve()
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


def marker(value):
    """`__unknown__` for {"__unknown__": ...} and so on for every form that stands for no plain JSON
    value, else None."""
    if isinstance(value, dict) and len(value) == 1:
        key, = value
        if key in ('__unknown__', '__set__', '__dict__', '__object__', '__float__', '__bytes__', '__date__'):
            return key
    return None


def canonical(value):
    """Text that is equal exactly if the values are: 1, 1.0 and true differ, the order of keys and of the
    elements of a set does not count."""
    kind = marker(value)
    if kind == '__set__':
        return 'set' + str(sorted(canonical(item) for item in value[kind]))
    if kind == '__dict__':
        return 'dict' + str(sorted((canonical(key), canonical(item)) for key, item in value[kind]))
    if isinstance(value, dict):
        return 'dict' + str(sorted((canonical(key), canonical(item)) for key, item in value.items()))
    if isinstance(value, list):
        return str([canonical(item) for item in value])
    return json.dumps(value)


def differences(left, right):
    """Yields (key path, left, right) for every smallest part that differs, as JSON values; ABSENT where a
    key is missing on one side."""
    # Equal text is equal values, and quick to find out.
    if json.dumps(left, sort_keys=True) != json.dumps(right, sort_keys=True):
        yield from walk(left, right, '')


def walk(left, right, key):
    if marker(left) or marker(right) or type(left) is not type(right):
        if canonical(left) != canonical(right):
            yield key, left, right
    elif isinstance(left, dict):
        for name in list(left) + [name for name in right if name not in left]:
            part = f'{key}.{name}' if key else name
            if name in left and name in right:
                yield from walk(left[name], right[name], part)
            else:
                yield part, left.get(name, ABSENT), right.get(name, ABSENT)
    elif isinstance(left, list) and len(left) == len(right):
        for index, (one, other) in enumerate(zip(left, right)):
            yield from walk(one, other, f'{key}.{index}')
    elif canonical(left) != canonical(right):
        yield key, left, right


def short(value):
    text = value if value is ABSENT else json.dumps(value)
    return text if len(text) <= 120 else text[:117] + '...'
