"""Asks judge.py, that is MMEngine, and keeps its answers on the unmodified packages."""

import hashlib
import json
import os
import subprocess
from pathlib import Path

import harness
import packages

JUDGE = Path(__file__).with_name('judge.py')
JOBS = 2


def command(jobs=JOBS):
    return [packages.judge_python(), JUDGE, '--jobs', str(jobs)]


def environment(seed, python_path=None):
    # MMEngine writes several temporary files per config.
    memory = harness.memory_folder()
    return {**({'TMPDIR': memory} if memory else {}),
            'PATH': os.environ.get('PATH', ''), 'LC_ALL': 'C.UTF-8', 'PYTHONHASHSEED': str(seed),
            'PYTHONDONTWRITEBYTECODE': '1', 'PYTHONPATH': ':'.join(str(folder) for folder in (python_path, packages.site()) if folder)}


def ask(paths, seed=0, cwd='/', jobs=JOBS, python_path=None):
    """The answers for these files, in their order, as parsed JSON without `asked`. `python_path` is one
    more folder with packages."""
    paths = [str(path) for path in paths]
    done = subprocess.run(command(jobs), input='\n'.join(paths) + '\n', env=environment(seed, python_path), cwd=cwd,
                          stdout=subprocess.PIPE, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.pop('asked') for answer in answers] == paths, 'the judge left files out'
    return answers


class Server:
    """One MMEngine process that answers question after question."""

    def __init__(self):
        self.process = subprocess.Popen(command(jobs=1), env=environment(0), cwd='/', text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, path):
        self.process.stdin.write(f'{path}\n')
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def python_files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob('*.py'))


def of_folder(folder, **how):
    """The answer for every .py file below a folder, by its path relative to it."""
    names = python_files(folder)
    return dict(zip(names, ask([Path(folder) / name for name in names], **how)))


def of_package(name, folder, seed=0, cwd='/'):
    """As of_folder, remembered in the build folder; `folder` is what packages.packages() gave."""
    project, version, _ = packages.PACKAGES[name]
    inputs = [project, version, str(folder), packages.JUDGE, seed, str(cwd), packages.LAYOUT,
              *(path.read_text() for path in (JUDGE, JUDGE.with_name('json_form.py')))]
    digest = hashlib.sha256(json.dumps(inputs).encode()).hexdigest()[:16]
    cached = packages.root() / 'answers' / f'{name}-{digest}.json'
    with packages.locked(cached.stem):
        if not cached.exists():
            cached.parent.mkdir(exist_ok=True)
            partial = cached.with_suffix('.partial')
            partial.write_text(json.dumps(of_folder(folder, seed=seed, cwd=cwd)))
            partial.replace(cached)
    return json.loads(cached.read_text())


def is_runnable(config):
    """A config that training can start from, as far as its values say (design: `Runnable`); that nobody
    inherits it is for the caller to see."""
    loaders = (config.get(f'{phase}_dataloader') for phase in ('train', 'val', 'test'))
    return isinstance(config.get('model'), dict) and any(loader is not None for loader in loaders)
