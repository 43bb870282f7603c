"""Runs training scripts with the probe that `mmlint probe write` writes, and reads its lines."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

MMLINT = os.environ.get('MMLINT', 'mmlint')
STUB = Path(__file__).resolve().parent / 'stub'
MARK = 'mmlint-probe 1 '


def write(path):
    subprocess.run([MMLINT, 'probe', 'write', '-o', path], check=True, capture_output=True)


def pythons():
    """Every Python 3.7 to 3.13 that runs here, on PATH or installed by pyenv; one at least."""
    installed = Path(os.environ.get('PYENV_ROOT', Path.home() / '.pyenv')) / 'versions'
    out = {sys.version_info[:2]: sys.executable}
    for minor in range(7, 14):
        found = [shutil.which(f'python3.{minor}'), *installed.glob(f'3.{minor}.*/bin/python3')]
        runs = [one for one in found if one and subprocess.run([one, '-c', ''], capture_output=True).returncode == 0]
        if runs:
            out.setdefault((3, minor), str(runs[0]))
    return [out[version] for version in sorted(out)]


def records(output):
    """What the probe's lines say, as docs/reference.md has them read: the object behind the mark, wherever it
    stands in a line."""
    decoder = json.JSONDecoder()
    return [decoder.raw_decode(line.split(MARK, 1)[1])[0] for line in output.splitlines() if MARK in line]
