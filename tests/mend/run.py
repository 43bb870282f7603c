"""Runs training projects on hosts that have the stand-in of one vendor's accelerator (tests/standins) and no CUDA.

    run.py [PROJECT...] --target TARGET... [--mode fix|as-is|bridged] [--diff]

Copies each project (all of projects/ without names), starts it by its own launcher, and prints what became of it
(verdict.py). The modes are:

  fix      `mmlint fix --unsafe --target TARGET` runs in the copy first. A project that does not train and in which
           mmlint changed no file is REFUSED
  as-is    the project as it is
  bridged  the project as it is, with the vendor's bridge imported before everything else

MMLINT names the program, and MMLINT_BUILD the build folder with the Python that trains. Two runs go side by side, each
in a network namespace of its own, since projects fix their ports."""

import argparse
import contextlib
import concurrent.futures
import dataclasses
import difflib
import functools
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import verdict

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
PROJECTS, REFERENCE, STANDINS = HERE / 'projects', HERE / 'reference', TESTS / 'standins'
TARGET_FACTS = TESTS.parent / 'rules/targets'
TIMEOUT = 150
OUTCOMES = ('NOTHING', 'DIED', 'REFUSED', 'PARTLY', 'TRAINED')  # from the worst to the best


@dataclasses.dataclass
class Fixed:
    """What `mmlint fix` did: the files it changed, and the errors and warnings it left."""
    changed: list
    left: list


@dataclasses.dataclass
class Result:
    project: str
    target: str
    verdict: verdict.Verdict
    fixed: Fixed
    diff: str
    output: str


@functools.cache
def facts(target):
    """The facts of a target in rules/targets."""
    return json.loads((TARGET_FACTS / f'{target}.json').read_text())['facts']


def card(target):
    """The type of device that a training on the target must use; '' for the CPU."""
    scripts = facts(target)['scripts']
    return facts(target)['device'] if scripts['bridges'] else ''


@functools.cache
def training_python():
    sys.path.insert(0, str(TESTS / 'e2e'))
    import environment
    return environment.python()


@functools.cache
def cache():
    """A folder for what yapf and matplotlib write when they are first imported: two ranks that write it at the same
    time read halves of it."""
    folder = training_python().parents[1] / 'cache'
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            made = Path(scratch) / 'cache'
            subprocess.run([training_python(), '-c', 'import mmengine.runner, mmengine.visualization'], check=True,
                           env=dict(os.environ, XDG_CACHE_HOME=str(made), XDG_CONFIG_HOME=scratch))
            with contextlib.suppress(OSError):  # Another suite was faster.
                made.rename(folder)
    return folder


@functools.cache
def isolated():
    """The words that start a command in a network namespace of its own; [] if the host has no such thing."""
    for words in (['unshare', '--net'], ['unshare', '--net', '--map-root-user']):
        try:
            done = subprocess.run([*words, 'ip', 'link', 'set', 'lo', 'up'], capture_output=True)
        except FileNotFoundError:
            break
        if done.returncode == 0:
            return words
    return []


def write_program(path, command):
    path.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    path.chmod(0o755)


def host(target, folder):
    """Makes the host in `folder`; returns the environment of a launcher there.

    The stand-in is in the user's site-packages, which launchers that set PYTHONPATH keep."""
    python = shlex.quote(str(training_python()))
    version = subprocess.run([training_python(), '-c', 'import sys; print("python%d.%d" % sys.version_info[:2])'],
                             stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    programs, user, records = folder / 'bin', folder / 'user', folder / 'records'
    packages = user / 'lib' / version / 'site-packages'
    for path in (programs, records, packages):
        path.mkdir(parents=True)
    for name in ('python', 'python3'):
        write_program(programs / name, python)
    write_program(programs / 'torchrun', f'{python} -m torch.distributed.run')
    modules = {module.split('.')[0] for module in facts(target)['scripts']['modules']}
    for name in ['accel_standin.py', *sorted(modules)]:
        (packages / name).symlink_to(STANDINS / name)
    (packages / 'usercustomize.py').symlink_to(HERE / 'probe/usercustomize.py')
    kept = {name: os.environ[name] for name in ('LANG', 'LC_ALL') if name in os.environ}
    return dict(kept, PATH=f'{programs}:/usr/local/bin:/usr/bin:/bin', HOME=str(folder), TMPDIR=str(folder),
                XDG_CACHE_HOME=str(cache()), PYTHONUSERBASE=str(user), MEND_OUT=str(records), OMP_NUM_THREADS='1',
                PYTHONDONTWRITEBYTECODE='1', STANDIN_GCU='t20' if target == 'gcu' else 's60',
                TORCH_CPP_LOG_LEVEL='ERROR', MPLBACKEND='Agg')


def fix(project, target):
    """Runs `mmlint fix --unsafe` on a project, in place."""
    command = [os.environ.get('MMLINT', 'mmlint'), 'fix', '--unsafe', '--target', target, '--format', 'json',
               '--exit-zero', '--root', project, project]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f'mmlint fix ended with {done.returncode} for {project.name}: {done.stderr[-2000:]}')
    report = json.loads(done.stdout)
    left = [f'{one["path"]}:{one["line"]} {one["code"]} {one["message"]}' for one in report['diagnostics']
            if one['severity'] in ('error', 'warning')]
    return Fixed([change['path'] for change in report['changes']], left)


def differences(source, project):
    """A unified diff of all files of two folders."""
    def lines(folder, name):
        path = folder / name
        return path.read_text(errors='replace').splitlines(True) if path.is_file() else []

    names = {path.relative_to(folder) for folder in (source, project) for path in folder.rglob('*') if path.is_file()}
    return ''.join(''.join(difflib.unified_diff(lines(source, name), lines(project, name), f'a/{name}', f'b/{name}'))
                   for name in sorted(names))


def start(project, environment, meta):
    """Starts the launcher of a project; returns its exit code and output."""
    command = ['timeout', '-k', '5', str(TIMEOUT), 'bash', '-c', meta.get('launch', 'bash launch.sh')]
    if isolated():
        command = [*isolated(), 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh', *command]
    done = subprocess.run(command, cwd=project, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors='replace')
    return done.returncode, done.stdout


def copy(source, project):
    """Copies a project; mmlint must be able to write what is not writable in the source."""
    shutil.copytree(source, project, symlinks=True)
    for path in (project, *project.rglob('*')):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o200)


def run(source, target, mode='fix', launches=None, as_is=None):
    """Runs a copy of the project `source`; `launches` is index(), for a project of this folder. `as_is` is the result
    of that mode: a project in which mmlint changes nothing is not run again."""
    source = Path(source).resolve()
    meta = (launches or {}).get(source.name, {})
    with tempfile.TemporaryDirectory(prefix='mend-') as scratch:
        folder = Path(scratch).resolve()
        project = folder / source.name
        copy(source, project)
        fixed = fix(project, target) if mode == 'fix' else Fixed([], [])
        if as_is and not fixed.changed:
            return dataclasses.replace(as_is, verdict=after_fix(as_is.verdict, fixed), fixed=fixed)
        diff = differences(source, project)
        environment = host(target, folder)
        if mode == 'bridged':
            environment['MEND_BRIDGE'] = facts(target)['scripts']['bridges'][0]
        for _ in range(2):  # A forked worker of a DataLoader sometimes hangs beside the threads of gloo.
            code, output = start(project, environment, meta)
            if code != verdict.TIMED_OUT:
                break
            for path in Path(environment['MEND_OUT']).iterdir():
                path.unlink()
        found = verdict.judge(code, output, environment['MEND_OUT'], str(project), meta.get('ranks', 2), card(target))
    return Result(source.name, target, after_fix(found, fixed) if mode == 'fix' else found, fixed, diff, output)


def after_fix(found, fixed):
    """The verdict of a project that mmlint could have changed."""
    refused = not fixed.changed and found.outcome in ('DIED', 'NOTHING')
    return dataclasses.replace(found, outcome='REFUSED') if refused else found


def run_all(jobs):
    """Calls `run` with each tuple of arguments, two at a time; yields the results in order."""
    cache()  # Prepared before threads ask for it.
    with concurrent.futures.ThreadPoolExecutor(2 if isolated() else 1) as pool:
        yield from pool.map(lambda job: run(*job), jobs)


def index():
    """How each project is launched, by its name."""
    return json.loads((PROJECTS / 'index.json').read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('projects', nargs='*', metavar='PROJECT', help='a name in projects/, or a folder')
    parser.add_argument('--target', action='append', required=True)
    parser.add_argument('--mode', choices=('fix', 'as-is', 'bridged'), default='fix')
    parser.add_argument('--diff', action='store_true', help='print what mmlint changed')
    options = parser.parse_args()
    launches = index()
    sources = [path if path.is_dir() else PROJECTS / path for path in map(Path, options.projects or sorted(launches))]
    jobs = [(source, target, options.mode, launches) for target in options.target for source in sources]
    results = list(run_all(jobs))
    for result in results:
        print(f'{result.project:24} {result.target:8} {result.verdict}')
        for line in result.fixed.left:
            print(f'  left: {line}')
        if options.diff:
            print(result.diff)
    for target in options.target:
        outcomes = [result.verdict.outcome for result in results if result.target == target]
        print(f'{target}: ' + ', '.join(f'{outcomes.count(one)} {one}' for one in OUTCOMES if one in outcomes))


if __name__ == '__main__':
    main()
