"""Compares what mmlint and Python take, over snippets.py; where both do, also every node.

usage: snippets_test.py DUMP_AST
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import compare  # noqa: E402
import snippets  # noqa: E402


def main():
    todo = list(snippets.SNIPPETS)
    todo += [text for version, text in snippets.LATER if sys.version_info >= version]
    counts = dict.fromkeys(("valid", "invalid", "limits", "statements"), 0)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, text in enumerate(todo):
            paths.append(Path(folder) / f"{i}.py")
            paths[-1].write_bytes(text.encode())
        names = "".join(f"{path}\n" for path in paths)
        process = subprocess.run([sys.argv[1]], input=names.encode(), stdout=subprocess.PIPE, check=True)
        lines = process.stdout.splitlines()
        assert len(lines) == len(todo), "dump_ast did not end well"
        for text, line in zip(todo, lines):
            found = compare.compare(json.loads(line), counts)
            if found:
                failures += 1
                print(f"{text!r}: {found}")
    print(f"{len(todo)} snippets,", ", ".join(f"{n} {what}" for what, n in counts.items()), f"{failures} wrong")
    sys.exit(1 if failures or not counts["valid"] or not counts["invalid"] else 0)


if __name__ == "__main__":
    main()
