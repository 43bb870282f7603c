"""Every header and every source compiles by itself, so each includes what it uses: the build reads many at once
and would not tell.

usage: alone_test.py [--whole] COMPILER [OPTION...]    with the options that every file needs, include folders say

A header is read where it can hide nothing: by the source of its name, which includes it first, else alone. What
passed is remembered in the build folder until the text of the file or of our headers that it includes changes.
The headers of the library that nearly every file includes (cmake/Precompiled.cmake) are read once for all, which
takes two thirds of the time, and who uses them is looked up in the text; with --whole, the compiler tells.
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
NEEDS = {
    "algorithm": r"std::(ranges::)?"
                 r"(all_of|any_of|none_of|find_if|count_if|copy_if|sort|stable_sort|transform|lower_bound)",
    "array": "std::array", "functional": "std::function", "map": "std::(multi)?map", "set": "std::(multi)?set",
    "memory": "std::(make_|)(unique|shared)(_ptr)?", "optional": "std::(optional|nullopt)", "span": "std::span",
    "string": "std::(string|to_string)", "variant": "std::(variant|get_if|holds_alternative|visit)",
    "vector": "std::vector", "fmt/format.h": "fmt::format", "tl/expected.hpp": "tl::(expected|unexpected)"}
NEEDS = {header.encode(): re.compile(rf"\b{used}\b".encode()) for header, used in NEEDS.items()}
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
def standard_headers():
    """The options that have the usual headers read already."""
    if WHOLE:
        return []
    text = (house.SOURCE / "cmake/Precompiled.cmake").read_text()
    listed = re.search(r"set\(mmlint_standard_headers\s([^)]*)\)", text)
    header = Path(SCRATCH.name) / "standard.h"
    header.write_text("".join(f"#include {name}\n" for name in listed[1].split()))
    subprocess.run([*COMPILER, "-x", "c++-header", "-o", f"{header}.gch", str(header)], check=True)
    return ["-include", str(header)]


def missing_headers(root, path):
    """What to say of the usual headers that a file uses, and neither includes nor gets from ours that it includes."""
    text = COMMENT.sub(b"", path.read_bytes())
    included = b"".join(one.read_bytes() for one in closure(root, path, set()))
    return [f"{path.relative_to(root)} does not compile by itself: it does not include <{header.decode()}>"
            for header, used in NEEDS.items() if used.search(text) and b"#include <" + header + b">" not in included]


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
    done = subprocess.run([*COMMAND, *standard_headers(), *definitions, *includes, *language],
                          capture_output=True, text=True)
    if done.returncode == 0:
        if PASSED.parent.is_dir():
            PASSED.mkdir(exist_ok=True)
            passed.touch()
        return ""
    errors = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines()
    return f"{path.relative_to(root)} does not compile by itself: {errors[0] if errors else done.returncode}"


def check(root):
    standard_headers()
    problems = [] if WHOLE else [each for path in house.cpp_files(root, "src", "tests")
                                 for each in missing_headers(root, path)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return problems + [each for each in pool.map(lambda path: problem_of(root, path), units(root)) if each]


HEADER = "#pragma once\n#include <deque>\nstd::deque<int> name();\n"
BARE = HEADER.replace("#include <deque>\n", "")
PLANTED = [
    ({"src/base/a.h": BARE}, "base/a.h does not compile"),
    ({"src/base/a.h": BARE, "src/base/a.cc": '#include <deque>\n#include "base/a.h"\n'}, "base/a.h does not compile"),
    ({"src/base/a.h": BARE, "src/base/a.cc": '#include "base/a.h"\n#include <deque>\n'}, "base/a.cc does not compile"),
    ({"src/base/a.h": HEADER, "src/base/b.cc": "int size() { return name().size(); }\n"}, "base/b.cc does not compile"),
    ({"tests/unit/base/b_test.cc": "std::deque<int> numbers;\n"}, "b_test.cc does not compile"),
    ({"src/base/c.h": "#pragma once\nstd::vector<int> numbers();\n"}, "base/c.h does not compile"),
    ({"src/base/c.h": "#pragma once\nstd::vector<int> numbers();\n",
      "src/base/c.cc": '#include "base/c.h"\n#include <vector>\n'}, f"base/c.{'cc' if WHOLE else 'h'} does not compile"),
    ({"src/base/c.h": "#pragma once\n#include <vector>\nstd::vector<int> numbers();\n",
      "src/base/c.cc": '#include "base/c.h"\nstd::optional<int> number;\n'}, "base/c.cc does not compile"),
]
CLEAN = {"src/base/a.h": HEADER, "src/base/a.cc": '#include "base/a.h"\nstd::deque<int> name() { return {}; }\n',
         "src/base/b.cc": '#include "base/a.h"\nint size() { return name().size(); }  // no std::vector\n'}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
