"""Lays the wheel of MMLINT where the suites look for it (installing.py)."""

import platform
import shutil

from installing import BINARY, WHEELS, script

shutil.rmtree(WHEELS, ignore_errors=True)
script('wheel', '--binary', BINARY, platform.machine(), WHEELS)
