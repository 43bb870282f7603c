"""Every library that cmake/ThirdParty.cmake defines has a row in THIRD_PARTY.md, and every row its notice."""

import json
import re

import house

TABLE = "THIRD_PARTY.md"
FOLDER = "third_party/licenses"
LIBRARY = re.compile(r"^\s*add_library\((mmlint_\w+) (?:STATIC|INTERFACE)\b", re.MULTILINE)
ROW = re.compile(r"^\| (?:`(mmlint_\w+)`|\(compiler\)) \| ([^|]+) \| ([^|]*?) ?\| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
LINK = re.compile(r"\((third_party/licenses/[^)]+)\)")


def check(root):
    """A library is one target; npm's packages are rows of their own, with the version that is locked."""
    problems = []
    table = (root / TABLE).read_text(encoding="utf-8") if (root / TABLE).exists() else ""
    rows = [match.groups() for match in ROW.finditer(table)]
    libraries = set(LIBRARY.findall((root / "cmake/ThirdParty.cmake").read_text(encoding="utf-8")))
    named = {row[0] for row in rows if row[0]}
    problems += [f"{library}: not in {TABLE}" for library in sorted(libraries - named)]
    problems += [f"{TABLE}: {library}: not in cmake/ThirdParty.cmake" for library in sorted(named - libraries)]
    packages = json.loads((root / "third_party/package.json").read_text(encoding="utf-8"))["dependencies"]
    for package, version in sorted(packages.items()):
        if not any(re.match(rf"{re.escape(package)}(?![-\w])", row[1]) and row[2] == version for row in rows):
            problems.append(f"{package} {version}: not in {TABLE}")
    linked = set()
    for _, software, _, _, notices in rows:
        links = LINK.findall(notices)
        linked.update(links)
        if not links:
            problems.append(f"{TABLE}: {software}: no notice")
        for link in links:
            path = root / link
            if not path.is_file() or "copyright" not in path.read_text(encoding="utf-8").lower():
                problems.append(f"{TABLE}: {software}: {link} holds no notice")
    kept = {f"{FOLDER}/{path.name}" for path in (root / FOLDER).glob("*")}
    return problems + [f"{name}: nobody's notice" for name in sorted(kept - linked)]


def tree(cmake="add_library(mmlint_a INTERFACE)\n", rows="", packages="{}", **notices):
    files = {"cmake/ThirdParty.cmake": cmake, "third_party/package.json": f'{{"dependencies": {packages}}}',
             TABLE: "| target | software | version | license | notice |\n" + rows}
    return {**files, **{f"{FOLDER}/{name}.txt": text for name, text in notices.items()}}


def row(target="`mmlint_a`", software="a", version="1", notice="[x](third_party/licenses/a.txt)"):
    return f"| {target} | {software} | {version} | MIT | {notice} |\n"


PLANTED = [
    (tree(), "mmlint_a: not in THIRD_PARTY.md"),
    (tree("  add_library(mmlint_b STATIC\n b.c)\n", row(), a="Copyright"), "mmlint_b: not in THIRD_PARTY.md"),
    (tree("", row(), a="Copyright"), "mmlint_a: not in cmake/ThirdParty.cmake"),
    (tree(rows=row(notice="MIT")), "no notice"),
    (tree(rows=row()), "a.txt holds no notice"),
    (tree(rows=row(), a="text"), "a.txt holds no notice"),
    (tree(rows=row(), a="Copyright", b="Copyright"), "b.txt: nobody's notice"),
    (tree(rows=row(), packages='{"p": "2.0"}', a="Copyright"), "p 2.0: not in THIRD_PARTY.md"),
    (tree(rows=row(software="p", version="1.0"), packages='{"p": "2.0"}', a="Copyright"), "p 2.0: not in"),
    (tree(rows=row(software="p-q", version="2.0"), packages='{"p": "2.0"}', a="Copyright"), "p 2.0: not in"),
]

CLEAN = tree(rows=row(software="p, of npm", version="2.0")
                  + row("(compiler)", "c", "", "[x](third_party/licenses/c.txt)"),
             packages='{"p": "2.0"}', a="Copyright", c="COPYRIGHT")

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
