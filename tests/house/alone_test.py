"""Every header and every source compiles by itself, so each includes what it uses: the build reads many at once
and would not tell.

usage: alone_test.py [--whole] COMPILER [OPTION...]    with the options that every file needs, include folders say

A header is read where it can hide nothing: by the source of its name, which includes it first, else alone. What
passed is remembered in the build folder until the text of the file or of our headers that it includes changes.
The parts of libraries that nearly every file uses (src/base/std.h) are read once for all, which takes two thirds
of the time; that a file includes them, directly or not, is looked up in the text. With --whole, the compiler tells.
"""

import functools
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import house

WHOLE = sys.argv[1:2] == ["--whole"]
COMPILER = [*sys.argv[1 + WHOLE:], "-std=c++20", "-O0", "-w"]
COMMAND = [*COMPILER, "-fsyntax-only"]
SCRATCH = tempfile.TemporaryDirectory()
PASSED = Path(os.environ.get("MMLINT_BUILD", "/nonexistent")) / "alone"
PRELUDE = "base/std.h"
COMMENT = re.compile(rb"//.*")
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def folders(root, path):
    """Where a file's includes are spelled from."""
    if path.is_relative_to(root / "src"):  # whose folders would hide <limits.h> and the like
        return [root / "src"]
    return [root / "src", root / "tests", path.parent, root / "tests/syntax"]


def first_include(path):
    match = INCLUDE.search(path.read_bytes())
    before = path.read_bytes()[:match.start()] if match else b""
    return match[1].decode() if match and b"#include" not in before else None


def units(root):
    """Each file that is compiled, and the headers that are read first of all by a source of their name."""
    files = house.cpp_files(root, "src", "tests")
    proven = set()
    for path in files:
        header = first_include(path) if path.suffix == ".cc" else None
        if header and path.stem == Path(header).stem:
            proven.update(folder / header for folder in folders(root, path))
    return [path for path in files if path not in proven]


def closure(root, path, seen):
    """The file and our own files that it includes, at any distance."""
    if path not in seen:
        seen.add(path)
        for name in INCLUDE.findall(path.read_bytes()):
            for folder in folders(root, path):
                if (folder / name.decode()).is_file():
                    closure(root, folder / name.decode(), seen)
                    break
    return seen


@functools.cache
def prelude():
    """The options that have base/std.h read already."""
    if WHOLE:
        return []
    header = Path(SCRATCH.name) / "std.h"
    header.write_bytes((house.SOURCE / "src" / PRELUDE).read_bytes())
    subprocess.run([*COMPILER, "-x", "c++-header", "-o", f"{header}.gch", str(header)], check=True)
    return ["-include", str(header)]


def lacks_prelude(root, path):
    """Whether a file uses the standard library and includes neither base/std.h nor a header that does."""
    uses = b"std::" in COMMENT.sub(b"", path.read_bytes())
    return uses and root / "src" / PRELUDE not in closure(root, path, set())


def problem_of(root, path):
    """What the compiler says of a file; empty if it compiles."""
    parts = [" ".join([*COMMAND, str(WHOLE)]).encode()]
    parts += [str(one.relative_to(root)).encode() + one.read_bytes() for one in sorted(closure(root, path, set()))]
    passed = PASSED / hashlib.sha256(b"\0".join(parts)).hexdigest()
    if passed.exists():
        return ""
    includes = [word for folder in folders(root, path) for word in ("-I", str(folder))]
    language = ["-x", "c++", "-include", str(path), os.devnull] if path.suffix == ".h" else [str(path)]
    definitions = ['-DMMLINT_SOURCE=""', '-DMMLINT_VERSION=""']
    done = subprocess.run([*COMMAND, *prelude(), *definitions, *includes, *language],
                          capture_output=True, text=True)
    if done.returncode == 0:
        if PASSED.parent.is_dir():
            PASSED.mkdir(exist_ok=True)
            passed.touch()
        return ""
    errors = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines()
    return f"{path.relative_to(root)} does not compile by itself: {errors[0] if errors else done.returncode}"


def check(root):
    prelude()
    problems = [] if WHOLE else [f"{path.relative_to(root)} does not compile by itself: it needs {PRELUDE}"
                                 for path in house.cpp_files(root, "src") if lacks_prelude(root, path)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return problems + [each for each in pool.map(lambda path: problem_of(root, path), units(root)) if each]


HEADER = "#pragma once\n#include <future>\nstd::future<int> name();\n"
BARE = HEADER.replace("#include <future>\n", "")
STD = {"src/base/std.h": "#pragma once\n#include <vector>\n"}
ALL = '#pragma once\n#include "base/std.h"\n'
PLANTED = [
    ({**STD, "src/base/a.h": ALL + "std::future<int> name();\n"}, "base/a.h does not compile"),
    ({"src/base/a.h": BARE, "src/base/a.cc": '#include <future>\n#include "base/a.h"\n'}, "base/a.h does not compile"),
    ({**STD, "src/base/a.h": ALL, "src/base/a.cc": '#include "base/a.h"\nstd::future<int> name();\n'},
     "base/a.cc does not compile"),
    ({"tests/unit/base/b_test.cc": "std::future<int> number;\n"}, "b_test.cc does not compile"),
    ({"src/base/c.h": "#pragma once\nstd::vector<int> numbers();\n"}, "base/c.h does not compile"),
    ({"src/base/c.cc": "std::vector<int> numbers();\n"}, "base/c.cc does not compile"),
]
CLEAN = {**STD, "src/base/a.h": ALL + "std::vector<int> name();\n",
         "src/base/a.cc": '#include "base/a.h"\nstd::vector<int> name() { return {}; }\n',
         "src/base/b.cc": '#include "base/a.h"\nint size() { return static_cast<int>(name().size()); }\n'}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
