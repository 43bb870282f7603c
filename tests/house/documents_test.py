"""Every path of the repository that a document names is there, and every link between documents leads somewhere."""

import re

import house

# `src/config/load.h`, `tests/unit/`; a name with <...>, *, NNN, MMnnn or NAME in it stands for many.
PATH = re.compile(r"`((?:src|tests|scripts|rules|fixtures|docs|cmake|third_party)/[^`\s]*)`")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
STANDS_FOR_MANY = re.compile(r"[<>*{}]|NN|MMnnn|\b(?:NAME|CODE|TOPIC|FOLDER)\b")


def check(root):
    problems = []
    documents = [p for p in root.glob("*.md")] + sorted((root / "docs").glob("*.md"))
    for document in sorted(documents):
        name = document.relative_to(root)
        for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
            for path in PATH.findall(line):
                if not STANDS_FOR_MANY.search(path) and not (root / path).exists():
                    problems.append(f"{name}:{number}: there is no {path}")
            for path in LINK.findall(line):
                if not (document.parent / path).exists():
                    problems.append(f"{name}:{number}: the link to {path} leads nowhere")
    return problems


PLANTED = [
    ({"docs/a.md": "`src/base/none.h`\n"}, "no src/base/none.h"),
    ({"README.md": "see `tests/unit/none/`\n"}, "README.md:1"),
    ({"README.md": "[more](docs/none.md)\n"}, "leads nowhere"),
    ({"docs/a.md": "\n[there](b.md#part)\n"}, "docs/a.md:2"),
]

CLEAN = {"src/base/a.h": "", "docs/a.md": "`src/base/a.h`, `src/base/`, `rules/MMnnn-name.json`, [b](../README.md#top)\n",
         "README.md": "[a](docs/a.md), [web](https://example.org/a)\n"}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
