"""scripts/bench on the public packages, with its limits: on their configs, and on a project of 1,000 configs,
1,000 scripts and 50 launchers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import harness
import packages

COUNTS = {'configs': 1000, 'scripts': 1000, 'launchers': 50}


def sources():
    """Path in the project and file of everything that it may have, by what it is."""
    configs = [(f'{name}/configs/{path.relative_to(folder)}', path) for name, folder in packages.packages().items()
               for path in sorted(folder.rglob('*.py'))]
    tools = {suffix: [(f'{name}/{path.relative_to(folder)}', path) for name, folder in packages.tools().items()
                      for path in sorted(folder.rglob(f'*.{suffix}'))] for suffix in ('py', 'sh')}
    return {'configs': configs, 'scripts': tools['py'], 'launchers': tools['sh']}


def fill(project):
    for kind, files in sources().items():
        for number in range(COUNTS[kind]):  # there are not as many scripts: some come several times
            name, path = files[number % len(files)]
            target = project / f'copy{number // len(files)}' / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def bench(*arguments):
    return subprocess.run([Path(os.environ['MMLINT_SOURCE']) / 'scripts/bench', *arguments]).returncode


def main():
    if not harness.timings_count():
        sys.exit('this is not a release build: its times say nothing')
    failed = bench('--mmengine', *packages.packages().values())
    with harness.scratch() as folder:
        fill(Path(folder))
        failed |= bench('--mixed', folder)
    return failed


if __name__ == '__main__':
    sys.exit(main())
