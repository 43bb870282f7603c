"""Compares dump_ast with Python's own `ast`: what is valid, where statements stand, every node.

usage: compare.py DUMP_AST [--stdlib] [--list FILE] [--folder DIR] [--show N]
"""

import argparse
import ast
import json
import subprocess
import sys
import sysconfig
import threading
import unicodedata
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import python_nodes  # noqa: E402

LIMITS = (3, 4)  # SyntaxProblem::Kind: kTooLarge, kTooDeep
SKIPPED_OF_STDLIB = ("site-packages", "dist-packages", "lib2to3", "idlelib", "test")


def ours(value):
    """dump_ast's JSON, with numbers as numbers and f-strings as Python joins them."""
    if not isinstance(value, list):
        return value
    is_node = len(value) == 4 and isinstance(value[0], str) and isinstance(value[1], int)
    if is_node and value[0] == "Integer" and isinstance(value[3], str):
        return [*value[:3], int(value[3], 0)]
    if is_node and value[0] == "Float" and isinstance(value[3], str):
        return [*value[:3], float(value[3])]
    if is_node and value[0] == "FString" and not (value[3] and isinstance(value[3][0], str)):
        return [*value[:3], parts(value[3])]
    return [ours(item) for item in value]


def parts(pieces):
    result = []
    for text, expr, conversion, spec, debug in pieces:
        if debug:
            result.append([text, None, "", []])
            text = ""
        result.append([text, ours(expr), conversion, parts(spec)])
    return python_nodes.merged(result)


def difference(mine, theirs, path=""):
    """The first place where two dumps differ; None in `theirs` fits any offset or null."""
    if theirs is None and (mine is None or isinstance(mine, int)):
        return None
    if isinstance(theirs, list) and isinstance(mine, list):
        if len(mine) != len(theirs):
            return f"{path}: {len(mine)} items, not {len(theirs)}: {mine!r:.300} / {theirs!r:.300}"
        for i, (a, b) in enumerate(zip(mine, theirs)):
            step = theirs[0] if i and isinstance(theirs[0], str) else ""
            found = difference(a, b, f"{path}/{step}{i}")
            if found:
                return found
        return None
    if type(mine) is type(theirs) and (mine == theirs or mine != mine):
        return None
    if isinstance(mine, str) and not mine.isascii():  # Python normalises names, mmlint does not
        written = mine.encode("latin-1").decode("utf-8", "surrogatepass")
        if python_nodes.text(unicodedata.normalize("NFKC", written)) == theirs:
            return None
    return f"{path}: {mine!r:.300}, not {theirs!r:.300}"


def judge(data):
    """(is valid Python, its tree)"""
    try:
        source = data.decode("utf-8")
    except UnicodeDecodeError:
        return False, None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(source)
            compile(source, "<file>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False, None
        except (RecursionError, MemoryError):
            return None, None
    return True, tree


def compare(dump, counts, data=None):
    """The first difference of a dump to what Python makes of its file, or of this text; None if there is none."""
    data = Path(dump["path"]).read_bytes() if data is None else data
    problems = dump["problems"]
    if any(problem[0] in LIMITS for problem in problems):
        counts["limits"] += 1
        return None
    valid, tree = judge(data)
    if valid is None:
        return None
    counts["valid" if valid else "invalid"] += 1
    if valid != (not problems):
        return f"valid: {valid}, problems: {problems}"
    if not valid:
        return None
    converter = python_nodes.Converter(data)
    theirs = [converter.range(node) for node in tree.body]
    counts["statements"] += len(theirs)
    found = difference([entry[:2] for entry in dump["ranges"]], theirs, "ranges")
    if found is None and "body" in dump:
        found = difference(ours(dump["body"]), converter.body(tree.body), "body")
    return found


def stdlib_files():
    root = Path(sysconfig.get_paths()["stdlib"])
    files = [path for path in sorted(root.rglob("*.py"))
             if not set(path.relative_to(root).parts) & set(SKIPPED_OF_STDLIB)]
    grammar = root / "test"
    files = files[::2]  # a few hundred files are enough for a test
    files += [grammar / name for name in ("test_grammar.py", "test_fstring.py", "test_string_literals.py")
              if (grammar / name).is_file()]
    return files


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("dump_ast")
    arguments.add_argument("--stdlib", action="store_true")
    arguments.add_argument("--list", type=Path)
    arguments.add_argument("--folder", type=Path)
    arguments.add_argument("--show", type=int, default=20)
    options = arguments.parse_args()
    files = stdlib_files() if options.stdlib else []
    if options.list:
        files += [Path(line) for line in options.list.read_text().splitlines()]
    if options.folder:
        files += sorted(options.folder.rglob("*.py"))
    if not files:
        sys.exit("no files to compare")
    sys.setrecursionlimit(20000)
    counts = {"valid": 0, "invalid": 0, "limits": 0, "statements": 0, "different": 0}
    with subprocess.Popen([options.dump_ast], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        def feed():
            with process.stdin:
                process.stdin.write("".join(f"{path}\n" for path in files).encode())

        feeder = threading.Thread(target=feed)
        feeder.start()
        seen = 0
        for line in process.stdout:
            seen += 1
            dump = json.loads(line)
            found = compare(dump, counts)
            if found:
                counts["different"] += 1
                if counts["different"] <= options.show:
                    print(f"{dump['path']}: {found}")
        feeder.join()
    print(f"{seen} of {len(files)} files:", ", ".join(f"{n} {what}" for what, n in counts.items()))
    ok = seen == len(files) and process.returncode == 0 and counts["different"] == 0
    sys.exit(0 if ok and counts["valid"] > 0 else 1)


if __name__ == "__main__":
    main()
