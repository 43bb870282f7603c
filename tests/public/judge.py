"""What MMEngine makes of configs, as JSON lines. Run by a Python that has mmengine-lite.

    judge.py [--jobs N] < PATHS      one path per line; one answer per line, in the same order, each
                                     written as soon as it and those before it are known

    {"path": ..., "ok": true, "config": {...}}        in the JSON form of `mmlint show --format json`
    {"path": ..., "ok": false, "error": "KeyError", "message": ...}

With one job (the default) it is a server: it answers every line before it reads the next.
"""

import argparse
import datetime
import json
import math
import multiprocessing
import os
import sys
import types
import warnings

# Which modules are "builtin" is decided by where they lie relative to sys.executable (ConfigParser's
# _is_builtin_module in mmengine/config/utils.py). Inside a venv of a Python that is not the system's,
# that takes json and copy for third-party. The interpreter behind the venv gives the intended answer.
sys.executable = sys._base_executable

from mmengine.config import Config  # noqa: E402


def plain(value):
    """A value of to_dict() in the JSON form of `mmlint show`."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {'__float__': repr(value)}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: plain(item) for key, item in value.items()}
        return {'__dict__': [[plain(key), plain(item)] for key, item in value.items()]}
    if isinstance(value, (set, frozenset)):
        return {'__set__': sorted((plain(item) for item in value), key=json.dumps)}
    if isinstance(value, bytes):
        return {'__bytes__': value.hex()}
    if isinstance(value, (datetime.date, datetime.datetime)):
        return {'__date__': value.isoformat()}
    return {'__object__': f'{kind(value)} {getattr(value, "__name__", "")}'.strip()}


def kind(value):
    if isinstance(value, type):
        return 'class'
    if isinstance(value, types.ModuleType):
        return 'module'
    if callable(value):
        return 'function'
    return type(value).__name__


def answer(path):
    try:
        config = Config.fromfile(path, import_custom_modules=False).to_dict()
        return json.dumps({'path': path, 'ok': True, 'config': plain(config)})
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a config may even call sys.exit
        return json.dumps({'path': path, 'ok': False, 'error': type(error).__name__,
                           'message': str(error)})


def silence():
    """Configs print, warn and log; nothing of that may stand between the answers."""
    warnings.simplefilter('ignore')
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--jobs', type=int, default=1)
    jobs = parser.parse_args().jobs
    out = os.fdopen(os.dup(1), 'w', buffering=1)
    paths = (line.rstrip('\n') for line in iter(sys.stdin.readline, ''))
    if jobs == 1:
        silence()
        for path in paths:
            out.write(answer(path) + '\n')
        return
    with multiprocessing.get_context('fork').Pool(jobs, silence) as pool:
        for line in pool.imap(answer, paths, chunksize=8):
            out.write(line + '\n')


if __name__ == '__main__':
    main()
