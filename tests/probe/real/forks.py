"""Runs scripts one after the other, each in a process that is forked from this one, which has imported what takes
long. Standard input is a JSON list of jobs: the words behind `python`, a folder where packages are looked for first,
and a file for the output."""

import json
import os
import runpy
import sys

import cv2  # noqa: F401
import matplotlib.pyplot  # noqa: F401
import torch.utils.data  # noqa: F401


def run(words, packages, output):
    os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), 1)
    os.dup2(1, 2)
    sys.argv = words
    sys.path[0] = os.path.dirname(words[0])
    sys.path.insert(1, packages)
    runpy.run_path(words[0], run_name='__main__')


codes = []
for job in json.load(sys.stdin):
    if os.fork() == 0:
        try:
            run(*job)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            if sys.exc_info()[0]:
                sys.excepthook(*sys.exc_info())
            os._exit(bool(sys.exc_info()[0]))
    codes.append(os.waitstatus_to_exitcode(os.wait()[1]))
print(json.dumps(codes))
