"""Folders that hold no configs of a project are not looked into, and launch scripts are found by their endings."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

NEVER = ('.git', '.hg', '.svn', '__pycache__', 'node_modules', '.venv', 'venv', '.tox', '.nox', '.mypy_cache',
         '.pytest_cache', '.ruff_cache', '.eggs', 'site-packages')
SHELL = ('.sh', '.bash', '.slurm', '.sbatch', '.pbs', '.lsf')


class Folders(unittest.TestCase):

    def found(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / path).write_text(text)
            done = subprocess.run([os.environ['MMLINT'], 'check', '.', '--root', '.', '--format', 'concise',
                                   '--no-gitignore'], cwd=folder, capture_output=True, text=True)
            self.assertEqual('', done.stderr)
            return set(re.findall(r'^([^:\n]+):\d+:', done.stdout, re.MULTILINE))

    def test_folders_that_are_left_out(self):
        files = {f'{name}/configs/broken.py': 'model = (\n' for name in NEVER}
        self.assertEqual({'configs/broken.py'}, self.found({**files, 'configs/broken.py': 'model = (\n'}))

    def test_launch_scripts(self):
        launch = 'python -m torch.distributed.launch --nproc_per_node=2 nowhere.py\n'
        files = {f'run{ending}': launch for ending in SHELL}
        self.assertEqual(set(files), self.found({**files, 'run.txt': launch}))


if __name__ == '__main__':
    unittest.main()
