"""What MMEngine makes of configs, as JSON lines. Run by a Python that has mmengine-lite.

    judge.py [--jobs N] < PATHS      one path per line; one answer per line, in the same order, each
                                     written as soon as it and those before it are known

    {"asked": ..., "ok": true, "config": {...}}       in the JSON form of `mmlint show --format json`
    {"asked": ..., "ok": false, "error": "KeyError", "message": ..., "path": ..., "at": [[path, first, last], ...]}

`path` of a refusal is the config that MMEngine was reading: the local `filename` of the innermost frame of
its loader. `at` are the lines of configs that the traceback goes through, outermost first: those of the
statement or expression that ran, or the line that a parser complains about. It is empty where MMEngine's
traceback names no line of a config.

With one job (the default) it is a server: it answers every line before it reads the next.
"""

import argparse
import importlib.util
import json
import multiprocessing
import os
import sys
import types
import warnings

# Which modules are "builtin" is decided by where they lie relative to sys.executable (ConfigParser's
# _is_builtin_module in mmengine/config/utils.py). Inside a venv of a Python that is not the system's,
# that takes json and copy for third-party. The interpreter behind the venv gives the intended answer.
sys.executable = sys._base_executable

import json_form  # noqa: E402
import mmengine.config.utils  # noqa: E402
from mmengine.config import Config  # noqa: E402

# Where code comes from that is no config's.
OUR_PYTHON = ('/usr', sys.prefix, sys.base_prefix, '<frozen')
LOADERS = ('_file2dict', '_parse_lazy_import', '_is_lazy_import', 'fromfile')


def find_spec(name):
    """importlib's, but `os` and the like, which Python 3.11 and later freeze, lie where they did before:
    MMEngine takes the word 'frozen' for a file in the current folder, and `import os` for third-party."""
    spec = importlib.util.find_spec(name)
    if spec and spec.origin == 'frozen':
        return types.SimpleNamespace(origin=os.__file__)
    return spec


mmengine.config.utils.find_spec = find_spec


def frames(error):
    """(code, locals, first line, last line) of every frame of the traceback, outermost first."""
    trace = error.__traceback__
    while trace:
        code = trace.tb_frame.f_code
        first, last, *_ = list(code.co_positions())[trace.tb_lasti // 2]
        yield code, trace.tb_frame.f_locals, first or trace.tb_lineno, last or trace.tb_lineno
        trace = trace.tb_next


def line_of_parser(error):
    """The line that a Python, JSON or YAML parser complains about, None if it was none of them."""
    while error is not None:
        mark = getattr(error, 'problem_mark', None)
        if mark is not None:
            return mark.line + 1
        if isinstance(error, (SyntaxError, ValueError)) and getattr(error, 'lineno', None):  # not re.error
            return error.lineno
        error = error.__context__  # MMEngine words some of them anew
    return None


def place(error, root):
    """`path` and `at` of a refusal."""
    path, at = root, []
    if isinstance(error, RecursionError):  # how deep it came says nothing
        return path, at
    for code, names, first, last in frames(error):
        if code.co_name in LOADERS and '/mmengine/' in code.co_filename:
            reading = os.path.abspath(str(names['filename']))
            if os.path.isfile(reading):  # else: the one who names it is wrong
                path, at = reading, []
        elif code.co_filename == path or at and not code.co_filename.startswith(OUR_PYTHON):
            at.append([os.path.abspath(code.co_filename), first, last])
    line = line_of_parser(error)
    if line is not None and not at:
        at = [[path, line, line]]
    return path, at


def answer(path):
    try:
        config = Config.fromfile(path, import_custom_modules=False).to_dict()
        return {'ok': True, 'config': json_form.plain(config)}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a config may even call sys.exit
        where, at = place(error, path)
        return {'ok': False, 'error': type(error).__name__, 'message': str(error), 'path': where, 'at': at}


def asked(path):
    return json.dumps({'asked': path, **answer(path)})


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
            out.write(asked(path) + '\n')
        return
    with multiprocessing.get_context('fork').Pool(jobs, silence) as pool:
        for line in pool.imap(asked, paths, chunksize=8):
            out.write(line + '\n')


if __name__ == '__main__':
    main()
