"""What MMEngine makes of fixtures, and where it refuses them. Run by a Python that has mmengine-lite.

One JSON object per line of standard input, one answer per line, in the same order:

    {"path": ..., "environment": {...}, "python_path": [...], "cwd": ...}

    {"ok": true, "config": {...}}                     in the JSON form of `mmlint show`
    {"ok": false, "error": "KeyError", "message": ..., "path": ..., "at": [[path, first, last], ...]}

`path` of a refusal is the config that MMEngine was reading: the local `filename` of the innermost frame of
its loader. `at` are the lines of configs that the traceback goes through, outermost first: those of the
statement or expression that ran, or the line that a parser complains about. It is empty where MMEngine's
traceback names no line of a config.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'public'))
import judge  # noqa: E402

from mmengine.config import Config  # noqa: E402

LOADERS = ('_file2dict', '_parse_lazy_import', '_is_lazy_import', 'fromfile')


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
        if getattr(error, 'lineno', None):
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
        elif code.co_filename == path or at and not code.co_filename.startswith(('/usr', sys.prefix)):
            at.append([os.path.abspath(code.co_filename), first, last])
    line = line_of_parser(error)
    if line is not None and not at:
        at = [[path, line, line]]
    return path, at


def answer(path):
    try:
        config = Config.fromfile(path, import_custom_modules=False).to_dict()
        return {'ok': True, 'config': judge.plain(config)}
    except BaseException as error:  # a config may even call sys.exit
        where, at = place(error, path)
        return {'ok': False, 'error': type(error).__name__, 'message': str(error), 'path': where, 'at': at}


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
            out.write(json.dumps(answer(question['path'])))
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
