"""Compares the fast parser's nodes with tree-sitter's, over fixtures and the standard library, and over
statements changed at random.

usage: fast_test.py COMPARE_FAST
"""

import json
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import compare  # noqa: E402
import snippets  # noqa: E402

SEED = 20240229
# What it has to take at least of the bytes of statements.
FIXTURES_SHARE = 0.9
PROGRAM_SHARE = 0.85
# So often each statement is changed, and so many changed ones of fixtures must still be taken.
TIMES = 3 if os.environ.get("MMLINT_SANITIZE") else 15
MUTANTS = 2000 * TIMES


def wrongly_taken(lines):
    """Those of the lines that say what only the fast parser takes and CPython does not take either."""
    for line in lines:
        if not line.startswith('{"only_fast"'):
            continue
        text = json.loads(line)["only_fast"]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(text, "statement", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            yield text


def run(command, files):
    names = "".join(f"{path}\n" for path in files)
    process = subprocess.run(command, input=names.encode(), stdout=subprocess.PIPE)
    *differences, summary = process.stdout.decode("utf-8", "replace").splitlines() or ["{}"]
    for line in differences:
        print(line)
    print(summary)
    counts = json.loads(summary)
    wrong = list(wrongly_taken(differences))
    for text in wrong:
        print(f"taken, but CPython refuses it: {text!r}")
    return counts, process.returncode == 0 and counts["files"] == len(files) and not wrong


def main():
    source = Path(os.environ["MMLINT_SOURCE"])
    fixtures = sorted((source / "fixtures").rglob("*.py"))
    strange = [path for path in fixtures if source / "fixtures/values" in path.parents]  # on purpose
    plain = sorted(set(fixtures) - set(strange))
    counts, ok = run([sys.argv[1], str(TIMES), str(SEED)], plain)
    ok = ok and counts["taken_bytes"] > FIXTURES_SHARE * counts["bytes"]
    strange_counts, same = run([sys.argv[1], str(TIMES), str(SEED)], strange)
    ok = ok and same and counts["taken_mutants"] + strange_counts["taken_mutants"] > MUTANTS
    counts, same = run([sys.argv[1]], compare.stdlib_files())
    ok = ok and same and counts["taken_bytes"] > PROGRAM_SHARE * counts["bytes"]
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, text in enumerate(snippets.SNIPPETS):
            for j, value in enumerate((text, f"a = {text}", f"a = [{text}]", f"a = dict(b={text})")):
                paths.append(Path(folder) / f"{i}_{j}.py")
                paths[-1].write_bytes(value.encode())
        counts, same = run([sys.argv[1], str(TIMES), str(SEED)], paths)
    sys.exit(0 if ok and same and counts["taken"] > 0 else 1)


if __name__ == "__main__":
    main()
