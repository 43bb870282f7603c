"""What the suites of pip share: where the wheel is, throw-away environments, a config for the installed mmlint.

Environment: MMLINT, the binary; MMLINT_BUILD, its build tree; MMLINT_SOURCE, the repository."""

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ.get('MMLINT_SOURCE', Path(__file__).resolve().parents[2]))
BINARY = Path(os.environ['MMLINT'])
BUILD = Path(os.environ['MMLINT_BUILD'])
WHEELS = BUILD / 'wheels'  # what pip takes as PIP_FIND_LINKS
LIMIT = 6_000_000  # bytes of a wheel
CONFIG = """\
_base_ = []
train_dataloader = dict(batch_size=2)
env_cfg = dict(dist_cfg=dict(backend={backend!r}))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
"""


def run(*command, check=True, **more):
    """A command with its output, which must not fail unless check is False."""
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, **more)
    if check and done.returncode != 0:
        raise AssertionError(f'{" ".join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-8000:]}')
    return done


def script(name, *arguments):
    """Runs one of scripts/, which builds below the folder that MMLINT_BUILD is in."""
    run(SOURCE / 'scripts' / name, *arguments, env={**os.environ, 'MMLINT_BUILD_ROOT': str(BUILD.parent)})


def environment(wheels=None, **more):
    """The variables of this process that pip and CMake need; with wheels, pip and uv look there and nowhere else."""
    kept = {name: value for name, value in os.environ.items()
            if name not in ('PYTHONPATH', 'PYTHONHOME', 'PIP_FIND_LINKS', 'MMLINT_TREE_SITTER_DIR')}
    if wheels:
        kept.update({f'{tool}_{name}': value for tool in ('PIP', 'UV')
                     for name, value in (('NO_INDEX', '1'), ('FIND_LINKS', str(wheels)))})
    return {**kept, 'PYTHONDONTWRITEBYTECODE': '1', **{name: str(value) for name, value in more.items()}}


def venv(folder, *options):
    """A new environment; its folder bin."""
    run(sys.executable, '-m', 'venv', *options, folder)
    return Path(folder) / 'bin'


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob('*'))


def only(paths):
    found = list(paths)
    assert len(found) == 1, found
    return found[0]
