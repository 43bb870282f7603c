"""The public packages that mmlint is measured on, and a Python that has MMEngine: both come from pip and
are kept below the build folder between runs.

    packages.py [NAME...]    prepares them (all of them without names) and prints where they are

Nothing of them is imported here: of a package only the folder `.mim/configs` and its metadata are taken
out of its wheel, into one folder that stands for the site-packages of a user. There MMEngine and mmlint
find what a `pkg::path` base names. `.mim/tools`, its scripts and launchers, are a project of their own.
"""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

# Name on the package index, version, folder of the Python package in the wheel.
PACKAGES = {
    'mmseg': ('mmsegmentation', '1.2.2', 'mmseg'),
    'mmdet': ('mmdet', '3.3.0', 'mmdet'),
    'mmpretrain': ('mmpretrain', '1.2.0', 'mmpretrain'),
    'mmpose': ('mmpose', '1.3.2', 'mmpose'),
    'mmaction': ('mmaction2', '1.2.0', 'mmaction'),
    'mmocr': ('mmocr', '1.0.1', 'mmocr'),
}

# MMEngine without torch, and what importing mmengine.config needs.
JUDGE = ('mmengine-lite==0.10.7', 'addict==2.4.0', 'yapf==0.43.0', 'platformdirs==4.14.5',
         'PyYAML==6.0.3', 'termcolor==3.3.0', 'rich==15.0.0', 'Pygments==2.21.0',
         'markdown-it-py==4.3.0', 'mdurl==0.1.2', 'numpy==2.4.6', 'packaging==26.3', 'filelock==4.2.11',
         'setuptools==65.5.0')  # mmengine asks its pkg_resources where a `pkg::path` base lies

LAYOUT = '2'  # part of every stamp: raise it when what is kept in the build folder changes its form


def root():
    folder = (Path(os.environ['MMLINT_BUILD']) / 'public').resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def locked(what='packages'):
    """Suites may run side by side; one of them prepares, the others wait."""
    with open(root() / f'{what}.lock', 'w') as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f'{" ".join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}')


def stamped(folder, text):
    with contextlib.suppress(OSError):
        return (folder / 'stamp').read_text() == text
    return False


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def site():
    """What `--python-path` and the judge's PYTHONPATH name."""
    folder = root() / 'site'
    folder.mkdir(exist_ok=True)
    return folder


def wheel(name):
    project, version, _ = PACKAGES[name]
    folder = root() / 'wheels' / name
    if not list(folder.glob(f'*-{version}-*.whl')):
        run(sys.executable, '-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--quiet',
            '--dest', fresh(folder), f'{project}=={version}')
    found, = folder.glob('*.whl')
    return found


def prepare_package(name):
    """The folder that holds `configs`, freshly unpacked if it is not of the version wanted."""
    project, version, module = PACKAGES[name]
    folder, stamp = site() / module / '.mim', f'{LAYOUT} {project} {version}'
    if stamped(folder, stamp):
        return folder
    fresh(folder)
    wanted = (f'{module}/.mim/configs/', f'{module}/.mim/model-index.yml', f'{project}-{version}.dist-info/')
    with zipfile.ZipFile(wheel(name)) as archive:
        archive.extractall(site(), [member for member in archive.namelist() if member.startswith(wanted)])
    if not (folder / 'configs').is_dir():
        sys.exit(f'{wheel(name).name} has no {wanted[0]}')
    (folder / 'stamp').write_text(stamp)
    return folder


def prepare_tools(name):
    """The folder that holds `tools`, the same way."""
    project, version, module = PACKAGES[name]
    folder, stamp = root() / 'tools' / name, f'{LAYOUT} {project} {version}'
    if not stamped(folder, stamp):
        fresh(folder)
        inside = f'{module}/.mim/'
        with zipfile.ZipFile(wheel(name)) as archive:
            for member in archive.infolist():
                if member.filename.startswith(f'{inside}tools/') and member.filename.endswith(('.py', '.sh')):
                    member.filename = member.filename.removeprefix(inside)
                    archive.extract(member, folder)
        (folder / 'stamp').write_text(stamp)
    return folder


def prepare_judge():
    """A Python in a venv of its own that can import mmengine.config. Pip of the caller fills the venv,
    so that ensurepip, a package of its own on Debian, is not needed."""
    folder, stamp = root() / 'venv', f'{LAYOUT} {sys.version} {JUDGE}'
    python = folder / 'bin' / 'python'
    if not stamped(folder, stamp):
        fresh(folder)
        run(sys.executable, '-m', 'venv', '--without-pip', folder)
        run(sys.executable, '-m', 'pip', '--python', python, 'install', '--quiet', '--no-deps',
            '--only-binary', ':all:', *JUDGE)
        run(python, '-c', 'from mmengine.config import Config')
        (folder / 'stamp').write_text(stamp)
    return python


def chosen():
    """The short names of the packages of this run: those in MMLINT_PACKAGES, with commas between, or all."""
    sample = os.environ.get('MMLINT_PACKAGES')
    return sample.split(',') if sample else list(PACKAGES)


def packages(names=None):
    """Folder of every chosen package by its short name. All are prepared, since they inherit from each other."""
    with locked():
        folders = {name: prepare_package(name) for name in names or PACKAGES}
        return {name: folders[name] for name in names or chosen()}


def tools():
    """Folder of every chosen package's tools by its short name."""
    with locked():
        return {name: prepare_tools(name) for name in chosen()}


def judge_python():
    with locked():
        return prepare_judge()


if __name__ == '__main__':
    for package, place in packages(sys.argv[1:]).items():
        print(f'{package:12} {place}')
    print(f'{"judge":12} {judge_python()}')
