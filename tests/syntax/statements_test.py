"""Compares what mmlint and Python make of statements that are changed at random: what is valid, and every node.

usage: statements_test.py DUMP_AST [--times N] [--seed N] [--folder DIR] [--show N]

The statements are those of our fixtures and of snippets.py, or those of a folder.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import compare  # noqa: E402
import mutants_test  # noqa: E402
import snippets  # noqa: E402

# So often each statement is changed.
TIMES = 1 if os.environ.get("MMLINT_SANITIZE") else 4
VALID = 0.2  # that many of the changed ones are still Python


def write_snippets(folder):
    for i, text in enumerate(snippets.SNIPPETS):
        for j, value in enumerate((text, f"a = {text}", f"a = [{text}]", f"a = dict(b={text})")):
            (folder / f"{i}_{j}.py").write_bytes(value.encode())


def differences(command, files, counts):
    with tempfile.TemporaryFile() as names:
        names.write("".join(f"{path}\n" for path in files).encode())
        names.seek(0)
        process = subprocess.Popen(command, stdin=names, stdout=subprocess.PIPE)
        for line in process.stdout:
            data = json.loads(line).encode("latin-1")
            dump = json.loads(next(process.stdout))
            if mutants_test.takes(data) != compare.judge(data)[0]:  # of a file Python says something else
                continue
            found = compare.compare(dump, counts, data)
            if found:
                yield data, found
    if process.wait() != 0:
        yield b"", "dump_ast did not end well"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("dump_ast")
    arguments.add_argument("--times", type=int, default=TIMES)
    arguments.add_argument("--seed", type=int, default=20240229)
    arguments.add_argument("--folder", type=Path)
    arguments.add_argument("--show", type=int, default=20)
    options = arguments.parse_args()
    counts = {"valid": 0, "invalid": 0, "limits": 0, "statements": 0}
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folders = [options.folder] if options.folder else [Path(os.environ["MMLINT_SOURCE"]) / "fixtures", Path(name)]
        write_snippets(Path(name))
        files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
        command = [options.dump_ast, "--mutants", str(options.times), str(options.seed)]
        for data, found in differences(command, files, counts):
            failures += 1
            if failures <= options.show:
                print(f"{data!r}: {found}", flush=True)
    print(f"{len(files)} files,", ", ".join(f"{n} {what}" for what, n in counts.items()), f"{failures} wrong")
    sys.exit(1 if failures or counts["valid"] < VALID * counts["invalid"] else 0)


if __name__ == "__main__":
    main()
