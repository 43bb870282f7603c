"""Compares the expansion of templates with Python's own `re`, used as MMEngine uses it, but for texts in which
mmlint leaves a template unknown: those are the ones that hold a default which is an expression.

usage: templates_test.py DUMP_AST [CASES]
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ENVIRONMENT = {"SET": "value", "EMPTY": "", "NUMBER": "80", "BACK": "a\\n\\\\b", "WRONG": "\\d", "PATH2": "/d/e"}
PIECES = [
    "{{", "}}", "{", "}", " ", "\n", "\t", "'", '"', "$", ":", ".", "x = ", "[", "]", "#", "é", "\u3000",
    "{{ fileDirname }}", "{{fileBasename}}", "{{\nfileBasenameNoExtension }}", "{{ fileExtname}}",
    "{{ filebasename }}", "{{$SET:a}}", "{{'$SET:a'}}", "{{ $NUMBER : 8 }}", '{{"$UNSET:80"}}',
    "{{$UNSET:}}", "{{$EMPTY:a}}", "{{$BACK:a}}", "{{$WRONG:a}}", "{{$UNSET:a+b}}", "{{'$UNSET:[1,2]'}}",
    "{{$UNSET:(a}}", "{{$UNSET:a.b}}", "{{$UNSET:axb}}", "{{$UNSET:/data/v1.0}}", "{{$UNSET:*}}",
    "{{$UNSET:a|b}}", "{{$UNSET:a?}}", "{{$UNSET:[}}", "{{$UNSET:\\d}}", "{{$UNSET:a{2}}}", "{{$UNSET:{}}}",
    "{{$UNSET:(a|b)c}}", "{{$UNSET:^a$}}", "{{$SET}}", "{{$Ünset:ä}}", "{{$UNSET:\\w+}}", "{{$UNSET:a\\.b}}",
    "{{$UNSET:a b}}", "{{$UNSET:.*}}", "{{$UNSET:[^a]}}", "{{$UNSET:a{,3}b}}",
    "{{_base_.a}}", "{{ _base_.a.b }}", "{{_base_.a-b}}", "{{_base_.}}", "{{_base_.x.0}}", "{{_base_}}",
    "{{{_base_.a}}}", "{{ _base_.ü }}",
]


def expected(text, path):
    """(text with every token as its dotted path, exception or None)"""
    stem, extension = os.path.splitext(os.path.basename(path))
    values = {"fileDirname": os.path.dirname(path), "fileBasename": os.path.basename(path),
              "fileBasenameNoExtension": stem, "fileExtname": extension}
    for name, value in values.items():
        text = re.sub(r"\{\{\s*" + name + r"\s*\}\}", value, text)
    found = re.findall(r"\{\{[\'\"]?\s*\$(\w+)\s*\:\s*(\S*?)\s*[\'\"]?\}\}", text)
    for name, default in found:
        pattern = r"\{\{[\'\"]?\s*\$" + name + r"\s*\:\s*" + default + r"\s*[\'\"]?\}\}"
        value = ENVIRONMENT.get(name, default)
        if not value:
            return text, "KeyError"
        try:
            text = re.sub(pattern, value, text)
        except re.error:
            return text, "re.error"
        except IndexError:
            return text, "IndexError"
    return re.sub(r"\{\{\s*_base_\.([\w\.]+)\s*\}\}", r'"\1"', text), None


def actual(dump):
    text = dump["text"].encode("latin-1").decode()
    for token, path, _, _ in dump["variables"]:
        text = text.replace(token.encode("latin-1").decode(), path.encode("latin-1").decode())
    return text, dump["problem"][0] if dump["problem"] else None


def check_map(dump, data):
    """Copied pieces hold the bytes of the file; variables stand at their braces."""
    pieces = dump["map"] or [[0, 0, 1]]
    text = dump["text"].encode("latin-1")
    for (begin, source, copied), after in zip(pieces, [p[0] for p in pieces[1:]] + [len(text)]):
        if copied and text[begin:after] != data[source:source + after - begin]:
            return f"piece {begin} is not a copy of {source}"
    for _, path, begin, end in dump["variables"]:
        written = data[begin:end].decode()
        if not re.fullmatch(r"\{\{\s*_base_\." + re.escape(path.encode("latin-1").decode()) + r"\s*\}\}", written):
            return f"{path} is not at {begin}: {written!r}"
    return None


def main():
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    chance = random.Random(7)
    texts = PIECES + ["".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 7)))
                      for _ in range(cases)]
    failures = unknown = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, text in enumerate(texts):
            paths.append(Path(folder) / f"c.v{i}.py")
            paths[-1].write_bytes(text.encode())
        names = "".join(f"{path}\n" for path in paths)
        process = subprocess.run([sys.argv[1], "--expand"], input=names.encode(), env=ENVIRONMENT,
                                 stdout=subprocess.PIPE, check=True)
        lines = process.stdout.splitlines()
        assert len(lines) == len(paths), "dump_ast did not end well"
        for text, path, line in zip(texts, paths, lines):
            dump = json.loads(line)
            mine, theirs = actual(dump), expected(text, str(path))
            same = mine[1] == theirs[1] if theirs[1] else mine == theirs
            unknown += dump["unknown"] > 0
            wrong = None if same or dump["unknown"] else f"{mine}, not {theirs}"
            if dump["unknown"] and not re.search(r"\{\{[\'\"]?\s*\$\w+\s*:[^}]*[.^$*+?{}\[\\|()]", text):
                wrong = "a template without an expression is unknown"
            wrong = wrong or check_map(dump, text.encode())
            if wrong:
                failures += 1
                if failures < 20:
                    print(f"{text!r}: {wrong}")
    print(f"{len(texts)} texts, {unknown} with an unknown template, {failures} wrong")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
