"""What MMEngine makes of fixtures, and where it refuses them. Run by a Python that has mmengine-lite.

One JSON object per line of standard input, one answer per line, in the same order:

    {"path": ..., "environment": {...}, "python_path": [...], "cwd": ...}

The answers are those of judge.py; here every question has a process of its own.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'public'))
import judge  # noqa: E402


def in_child(question):
    """The answer of a process of its own: no config sees what another one did."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.environ.update(question['environment'])
        sys.path[:0] = question['python_path']
        os.chdir(question['cwd'])
        with os.fdopen(writing, 'w') as out:
            out.write(json.dumps(judge.answer(question['path'])))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as source:
        text = source.read()
    os.waitpid(child, 0)
    return text


def main():
    out = os.fdopen(os.dup(1), 'w', buffering=1)
    judge.silence()
    for line in sys.stdin:
        out.write(in_child(json.loads(line)) + '\n')


main()
