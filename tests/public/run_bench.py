"""scripts/bench on the public packages, with its limits."""

import os
import subprocess
import sys

import harness
import packages

if not harness.timings_count():
    sys.exit('this is not a release build: its times say nothing')
folders = packages.packages().values()
sys.exit(subprocess.run([f'{os.environ["MMLINT_SOURCE"]}/scripts/bench', '--mmengine', *folders]).returncode)
