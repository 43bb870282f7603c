"""Every library that cmake/ThirdParty.cmake defines has a row in THIRD_PARTY.md, and every row its notice. What Debian
gives is also built from sources, and these are pinned."""

import json
import re

import house

TABLE = "THIRD_PARTY.md"
FOLDER = "third_party/licenses"
LIBRARY = re.compile(r"^\s*add_library\((mmlint_\w+) (?:STATIC|INTERFACE)\b", re.MULTILINE)
# What gives a library its headers and archive, from Debian's packages and from a folder of sources.
WAYS = {f"cmake/ThirdParty{way}.cmake": re.compile(rf"^\s*mmlint_{call}\((mmlint_\w+) ([^\s/)]+)", re.MULTILINE)
        for way, call in (("Debian", "debian"), ("Sources", "source"))}
PINNED = "third_party/sources.json"
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
    problems += [f"{name}: nobody's notice" for name in sorted(kept - linked)]
    return problems + check_sources(root)


def check_sources(root):
    texts = [(root / name).read_text(encoding="utf-8") if (root / name).exists() else "" for name in WAYS]
    debian, sources = (dict(pattern.findall(text)) for pattern, text in zip(WAYS.values(), texts))
    problems = [f"{library}: from Debian's packages or from sources, but not from both"
                for library in sorted(debian.keys() ^ sources.keys())]
    pinned = json.loads((root / PINNED).read_text(encoding="utf-8")) if (root / PINNED).exists() else {}
    problems += [f"{folder}: not in {PINNED}" for folder in sorted(set(sources.values()) - pinned.keys())]
    unused = pinned.keys() - set(sources.values())
    return problems + [f"{PINNED}: {name}: not in cmake/ThirdPartySources.cmake" for name in sorted(unused)]


def tree(cmake="add_library(mmlint_a INTERFACE)\n", rows="", packages="{}", **notices):
    files = {"cmake/ThirdParty.cmake": cmake, "third_party/package.json": f'{{"dependencies": {packages}}}',
             TABLE: "| target | software | version | license | notice |\n" + rows}
    return {**files, **{f"{FOLDER}/{name}.txt": text for name, text in notices.items()}}


def built(debian="", sources="", pinned="{}"):
    return {**tree(rows=row(), a="Copyright"), PINNED: pinned,
            **dict(zip(WAYS, (f"mmlint_debian({debian})\n", f"mmlint_source({sources})\n")))}


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
    (built("mmlint_a liba-dev a.h"), "mmlint_a: from Debian's packages or"),
    (built("mmlint_a liba-dev a.h", "mmlint_a a/include a/*.c"), "a: not in third_party/sources.json"),
    (built(pinned='{"a": {"source": "a"}}'), "a: not in cmake/ThirdPartySources.cmake"),
]

CLEAN = (built("mmlint_a liba-dev a.h", "mmlint_a a", '{"a": {"source": "a"}}')
         | tree(rows=row(software="p, of npm", version="2.0")
                + row("(compiler)", "c", "", "[x](third_party/licenses/c.txt)"),
                packages='{"p": "2.0"}', a="Copyright", c="COPYRIGHT"))

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
