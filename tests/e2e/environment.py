"""A Python that trains: Debian's PyTorch, and on top of it, in a venv of our own below the build folder,
real MMEngine from pip with what its Runner imports."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'public'))
import packages  # noqa: E402

# python3-torch is installed for this one, whatever comes first on PATH.
SYSTEM_PYTHON = '/usr/bin/python3'

# MMEngine as the judge of the public configs has it, without numpy, which comes with python3-torch; its
# hooks import cv2 and its Visualizer matplotlib, in the last versions for numpy 1.24.
REQUIREMENTS = (
    'mmengine==0.10.7', *(name for name in packages.JUDGE if not name.startswith(('mmengine', 'numpy'))),
    'opencv-python-headless==4.8.1.78', 'matplotlib==3.8.4', 'contourpy==1.2.1', 'cycler==0.12.1',
    'fonttools==4.51.0', 'kiwisolver==1.4.5', 'pillow==10.3.0', 'pyparsing==3.1.2',
    'python-dateutil==2.9.0.post0', 'six==1.16.0')

MISSING = """\
e2e: {python} cannot import torch: {reason}
e2e: training is judged with Debian's PyTorch. Install it (as root: apt-get install python3-torch), or leave
e2e: these tests out: MMLINT_E2E=0 scripts/test, or ctest -LE e2e"""


def torch_version():
    done = subprocess.run([SYSTEM_PYTHON, '-c', 'import torch; print(torch.__version__)'],
                          capture_output=True, text=True)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ['no reason given']
        sys.exit(MISSING.format(python=SYSTEM_PYTHON, reason=lines[-1]))
    return done.stdout.strip()


def python():
    """The interpreter for the ranks."""
    stamp = f'{packages.LAYOUT} torch {torch_version()} {REQUIREMENTS}'
    with packages.locked('training'):
        folder = packages.root() / 'training'
        program = folder / 'bin' / 'python'
        if not packages.stamped(folder, stamp):
            packages.fresh(folder)
            packages.run(SYSTEM_PYTHON, '-m', 'venv', '--without-pip', '--system-site-packages', folder)
            packages.run(sys.executable, '-m', 'pip', '--python', program, 'install', '--quiet', '--no-deps',
                         '--ignore-installed', '--only-binary', ':all:', *REQUIREMENTS)
            packages.run(program, '-c', 'from mmengine.runner import Runner')
            (folder / 'stamp').write_text(stamp)
    return program
