"""Every rule, form, document, heading and file that a comment cites is there; so is the rule or form that the name of
a fixture begins with, and whatever the documents link to.

A comment cites a rule of MMEngine's config language as `rule B6` or `rules K3, B1 to B10 and Z5`
(docs/config-language.md), a form of configs, scripts and launch scripts as `form C20` or `forms L1 to L22`, a trap as
`trap T5` (docs/forms.md), a document by its path from the root, `docs/fixes.md`, one of its headings behind that, in
quotes, and a file of C++ by its path from src/ or from its own folder, or by its name alone.
"""

import ast
import io
import re
import tokenize

import house

FOLDERS = ("src", "rules", "tests", "cmake", "scripts", ".ci")
TARGETS = {"rule": "docs/config-language.md", "form": "docs/forms.md", "trap": "docs/forms.md"}

CPP = (".h", ".cc", ".c")
IDS = r"[A-Z]\d{1,2}"
LIST = re.compile(rf"\b([Rr]ule|[Ff]orm|[Tt]rap)s?\s+\(?((?:{IDS}(?:(?:\s*,)?\s+(?:and|or|to)\s+|\s*,\s*)?)+)")
RANGE = re.compile(r"([A-Z])(\d{1,2}) to \1(\d{1,2})")
BARE = re.compile(r"(?<![\w\"'`.-])[ABCDEFHKLMPSTXZ]\d{1,2}(?![\w\"'`-])")
NO_CITATION = re.compile(r"\bT20\b|\bS60\b|C1 controls|terminals \(C1\)")
DOCUMENT = re.compile(r"[\w./-]*\w\.md\b(?:,?\s+\"([^\"]+)\")?")
# Names of fixtures that begin with what they are about: folder, pattern of the name, kind, letters.
FIXTURES = (("fixtures/values", re.compile(rf"({IDS})_"), "rule"),
            ("fixtures/check/patterns", re.compile(r"(c\d\d)_"), "form"),
            ("fixtures/script_forms", re.compile(r"(s\d\d)_"), "form"),
            ("fixtures/script_forms", re.compile(r"(t\d\d)_"), "trap"))

# Strings are matched as well, so that no comment begins inside one.
CPP_COMMENT = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|(/\*.*?\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*)", re.DOTALL)
HASH_COMMENT = re.compile(r"(?:^|(?<=\s))(#[^\n]*(?:\n[ \t]*#[^\n]*)*)")

CPP_FILE = re.compile(r"(?<![\w/.<*-])(?:\w+/)*\w+\.(?:h|cc)\b")
OF_OTHERS = re.compile(r"fmt/|Objects/|stringlib/|src/format\.cc$")  # of libraries and of Python
MARKDOWN_LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")

DEFINED = re.compile(rf"^(?:\*\*({IDS})\.|\| ({IDS}) \|)", re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def defined(text):
    return {first or second for first, second in DEFINED.findall(text)}


def comments(path, text):
    """(line, text) of each comment; lines that follow each other are one comment."""
    if path.suffix == ".py" or text.startswith("#!/usr/bin/env python3"):
        return python_comments(text)
    if path.suffix in CPP:
        return matched(CPP_COMMENT, "//", text)
    return [] if path.suffix == ".json" else matched(HASH_COMMENT, "#", text)


def matched(pattern, sign, text):
    """What the pattern's group has matched, without the sign that begins its further lines."""
    return [(text.count("\n", 0, m.start()) + 1, re.sub(rf"\n[ \t]*{sign}", "\n", m[1]))
            for m in pattern.finditer(text) if m[1]]


def python_comments(text):
    out, run = [], None
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        if run and token.start[0] == run[0] + run[1].count("\n") + 1:
            run[1] += "\n" + token.string.lstrip("#")
        else:
            run = [token.start[0], token.string.lstrip("#")]
            out.append(run)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (doc := ast.get_docstring(node, False)):
            out.append([node.body[0].lineno, doc])
    return [tuple(one) for one in out]


def expanded(ids):
    """The ids of a list such as that of "rules K3, B1 to B10", each by itself."""
    out = set(re.findall(IDS, ids))
    for letter, first, last in RANGE.findall(ids):
        out |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return out


class Documents:
    def __init__(self, root):
        self.root = root
        self.files = {path.relative_to(root).as_posix() for path in house.kept_files(root)}
        self.names = {name.rpartition("/")[2] for name in self.files}
        self.ids = {kind: defined((root / name).read_text(encoding="utf-8")) for kind, name in TARGETS.items()}

    def missing_ids(self, kind, ids):
        return [f"{kind} {one} is not in {TARGETS[kind]}" for one in sorted(ids - self.ids[kind])]

    def missing_document(self, match):
        name, heading = match[0].split(",")[0].split()[0], " ".join((match[1] or "").split())
        if not (self.root / name).is_file():
            return [f"there is no {name}"]
        if heading and heading not in HEADING.findall((self.root / name).read_text(encoding="utf-8")):
            return [f'{name} has no heading "{heading}"']
        return []

    def has_file(self, name, folder):
        """A path from the root, from src/ or from the folder of the comment; or a name alone."""
        known = {name, f"src/{name}", f"{folder}/{name}"} & self.files
        return bool(known) or ("/" not in name and name in self.names)

    def problems_of(self, comment, path):
        """What `comment`, of the file at `path`, cites and is not there."""
        problems, rest = [], NO_CITATION.sub(" ", comment)
        for match in LIST.finditer(rest):
            problems += self.missing_ids(match[1].lower(), expanded(" ".join(match[2].split())))
        problems += [f"{one}: of what? write rule, form or trap before it" for one in BARE.findall(LIST.sub(" ", rest))]
        for match in DOCUMENT.finditer(rest):
            problems += self.missing_document(match)
        if path.endswith(CPP):
            problems += [f"there is no {name}" for name in CPP_FILE.findall(rest)
                         if not self.has_file(name, path.rpartition("/")[0]) and not OF_OTHERS.match(name)]
        return problems


def broken_links(path, name):
    targets = MARKDOWN_LINK.findall(path.read_text(encoding="utf-8"))
    return [f"{name}: there is no {target}" for target in targets
            if "://" not in target and not (path.parent / target).exists()]


def cited_by_name(documents, name):
    """The problems of a fixture whose name begins with what it is about."""
    for folder, pattern, kind in FIXTURES:
        if name.startswith(folder + "/") and (match := pattern.match(name.rpartition("/")[2])):
            letter, number = match[1][0].upper(), match[1][1:]
            one = letter + (number if kind == "rule" else str(int(number)))
            return [f"{name}: {problem}" for problem in documents.missing_ids(kind, {one})]
    return []


def check(root):
    documents, problems = Documents(root), []
    for path in house.kept_files(root):
        name = path.relative_to(root).as_posix()
        problems += cited_by_name(documents, name)
        if path.suffix == ".md" and (name.startswith("docs/") or "/" not in name):
            problems += broken_links(path, name)
        if name.split("/")[0] in FOLDERS:
            text = path.read_bytes().decode("utf-8", errors="replace")
            for line, comment in comments(path, text):
                problems += [f"{name}:{line}: {problem}" for problem in documents.problems_of(comment, name)]
    return problems


DOCS = {"docs/config-language.md": "# Config\n\n**B6.** Text.\n\n**K1.** a\n\n**K2. Title.** b\n\n| E01 | any |\n",
        "docs/forms.md": "# Forms\n\n| C1 | x |\n| S2 | y |\n| T3 | z |\n", "docs/fixes.md": "# Fixes\n\n## Where\n"}


def tree(name, text):
    return {**DOCS, name: text}


PLANTED = [
    (tree("src/a.h", "// As it says (rule B7).\n"), "rule B7 is not in docs/config-language.md"),
    (tree("src/a.h", "// rules B6,\n// and B9\n"), "rule B9"),
    (tree("src/a.cc", "int x;  // (rules K1 to K3)\n"), "rule K3"),
    (tree("src/a.cc", "/* rule E1 */\n"), "rule E1"),
    (tree("src/a.h", "// By B6 it is so.\n"), "B6: of what?"),
    (tree("src/a.h", "// See design.md, section 2.\n"), "there is no design.md"),
    (tree("src/a.h", '// docs/fixes.md, "Whither"\n'), 'no heading "Whither"'),
    (tree("tests/a.py", '"""Form C2."""\n'), "form C2 is not in docs/forms.md"),
    (tree("tests/a.py", "x = 1  # trap T4\n"), "trap T4"),
    (tree("tests/a.py", "def f():\n    '''rule K9'''\n"), "rule K9"),
    (tree("cmake/a.cmake", "# rule K4\n"), "rule K4"),
    (tree("scripts/a", "#!/usr/bin/env bash\n# docs/none.md\n"), "there is no docs/none.md"),
    (tree("src/a.h", "// See b.cc.\n"), "there is no b.cc"),
    (tree("src/a.h", "// See base/b.h.\n"), "there is no base/b.h"),
    (tree("README.md", "see [that](docs/none.md)\n"), "README.md: there is no docs/none.md"),
    (tree("docs/a.md", "see [that](fixes.md) and [this](../other.md#x)\n"), "there is no ../other.md"),
    (tree("fixtures/values/x/B7_a.py", ""), "rule B7"),
    (tree("fixtures/check/patterns/configs/c02_a.py", ""), "form C2"),
    (tree("fixtures/script_forms/tools/t04_a.py", ""), "trap T4"),
]

CLEAN = {
    **DOCS,
    "src/a.h": '// Rules K1 and B6, forms C1 or S2; on the T20. docs/fixes.md, "Where" (rules K1 to K2).\n'
               '// See a.h, base/c.h and src/base/c.h.\n'
               'const char* a = "rule B9 // B9";\n',
    "README.md": "[a](docs/fixes.md#where) [b](https://example.org/none.md)\n",
    "src/base/c.h": "// See deep/d.h, also for c.h.\n",
    "src/base/deep/d.h": "",
    "src/b.cc": "int B7 = 1;  // rule E01: `B7` is a name\n",
    "tests/a.py": '"""Trap T3."""\nS9 = "rule S9"  # docs/forms.md\n',
    "rules/a.json": '{"en": "the T20, B7 and design.md"}',
    "fixtures/values/x/B6_a.py": "# rule Z9\n",
    "fixtures/script_forms/tools/s02_a.py": "",
}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
