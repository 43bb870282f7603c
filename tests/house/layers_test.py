"""Compares every #include of src/ with the table of the layers, which stands here."""

import re

import house

# What a folder of src/ may include, besides itself.
VALUE = {"base", "syntax", "value"}
PYTHON = VALUE | {"data", "facts"}
PROJECT = PYTHON | {"python", "config", "script", "shell", "shell_syntax"}
LAYERS = {
    "base": set(),
    "facts": {"base"},
    "syntax": {"base"},
    "shell_syntax": {"base"},
    "value": {"base", "facts", "syntax"},
    "data": VALUE,
    "python": PYTHON,
    "script": VALUE | {"facts"},
    "shell": VALUE | {"facts", "shell_syntax", "script"},
    "config": PYTHON | {"python"},
    "project": PROJECT,
    "catalog": {"base", "facts"},
    "launch": PROJECT | {"project", "catalog"},
    "check": PROJECT | {"project", "catalog", "launch"},
    "fix": PROJECT | {"project", "catalog", "launch", "check"},
    "probe": {"base", "syntax"},
    "logs": {"base", "catalog"},
    "report": {"base", "catalog", "logs"},
    "app": PROJECT | {"project", "catalog", "launch", "check", "fix", "probe", "logs", "report"},
    "main.cc": {"app"},
}

# The rooms of app, the lowest first: none includes one that follows it.
ROOMS = [f"app/{room}" for room in ("settings", "files", "output", "checking", "command_line", "commands")]

# The floors of check, the lowest first: what all kinds of documents share, what is found in each kind, the findings
# made of it, and the judge. A floor includes none that follows it. Predicates have no headers, so nobody includes them.
FLOORS = [["check/common"], [f"check/{kind}" for kind in ("config", "script", "shell")],
          [f"check/{kind}/predicates" for kind in ("config", "script", "shell")], ["check/findings"], ["check"]]

# Parts of src/ that a part may not include. Below check and fix each kind of document has a folder of its own, which
# knows no other kind; what several need lies in check or fix itself, and what edits text knows no kind at all.
KINDS = ("config", "script", "shell")
PARTS = {
    "python/eval": {"python/library"},
    **{f"fix/{kind}": {f"{layer}/{other}" for layer in ("check", "fix") for other in KINDS if other != kind}
       for kind in KINDS},
    "fix/text": {f"{layer}/{kind}" for layer in ("check", "fix") for kind in KINDS},
    **{room: set(ROOMS[i + 1:]) for i, room in enumerate(ROOMS)},
}
for i, floor in enumerate(FLOORS):
    for room in floor:
        kind = room.split("/")[1] if "/" in room else None
        others = {f"check/{other}{rest}" for other in KINDS for rest in ("", "/predicates")
                  if kind in KINDS and other != kind}
        PARTS[room] = others | {other for higher in FLOORS[i + 1:] for other in higher}

# First part of a third-party header -> the folders that may include it; None: all, through base.
THIRD_PARTY = {
    "fmt": None,
    "tl": None,
    "yaml.h": {"data"},
    "nlohmann": {"catalog", "facts", "report"},
    "re2": {"catalog"},
    "utf8proc.h": {"base"},
    "CLI": {"app"},
    "toml++": {"app"},
}

# The system's own headers; those that reach files or terminals are for the folders with side effects.
SYSTEM_HEADER = re.compile(r"[a-z_]+|c[a-z]+")
SIDE_EFFECTS = re.compile(r"(sys/[a-z_]+\.h|[a-z_]+\.h|fstream|filesystem)")
SIDE_EFFECT_FOLDERS = {"base", "app"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]*)"|<([^>]*)>|(.*))', re.MULTILINE)


def folder_of(path):
    return path.parts[0]


def check(root):
    problems = []
    for path in house.cpp_files(root, "src"):
        name = path.relative_to(root / "src")
        folder = folder_of(name)
        if folder not in LAYERS:
            problems.append(f"src/{name}: no such layer: {folder}")
            continue
        for match in INCLUDE.finditer(path.read_text(encoding="utf-8")):
            ours, system, other = match.groups()
            if ours is not None:
                problem = wrong_own(root, folder, ours) or wrong_part(name, ours)
            elif system is not None:
                problem = wrong_system(folder, system)
            else:
                problem = f"an include that is no path: {other}"
            if problem:
                problems.append(f"src/{name}: {problem}")
    return problems


def wrong_own(root, folder, target):
    if "/" not in target or not (root / "src" / target).is_file():
        return f'"{target}" is not a path from src/'
    other = target.split("/")[0]
    if other != folder and other not in LAYERS[folder]:
        return f'"{target}": {folder} may not include {other}'
    return None


def wrong_part(name, target):
    part, other = str(name.parent), target.rpartition("/")[0]
    return f'"{target}": {part} may not include {other}' if other in PARTS.get(part, ()) else None


def wrong_system(folder, target):
    first = target.split("/")[0]
    if first in THIRD_PARTY:
        allowed = THIRD_PARTY[first]
        if allowed is not None and folder not in allowed:
            return f"<{target}>: only {', '.join(sorted(allowed))} may include {first}"
    elif SIDE_EFFECTS.fullmatch(target):
        if folder not in SIDE_EFFECT_FOLDERS:
            return f"<{target}>: only {', '.join(sorted(SIDE_EFFECT_FOLDERS))} may touch the system"
    elif not SYSTEM_HEADER.fullmatch(target):
        return f"<{target}> is not in the table of third-party headers"
    return None


BASE = {"src/base/a.h": "#pragma once\n", "src/app/a.h": "", "src/syntax/a.h": "", "src/check/a.h": ""}


def tree(name, text):
    return {**BASE, name: text}


PLANTED = [
    (tree("src/base/b.cc", '#include "app/a.h"\n'), "base may not include app"),
    (tree("src/catalog/b.cc", '#include "syntax/a.h"\n'), "catalog may not include syntax"),
    (tree("src/config/b.cc", '  #  include "check/a.h"\n'), "config may not include check"),
    (tree("src/shell_syntax/b.cc", '#include "syntax/a.h"\n'), "shell_syntax may not include syntax"),
    (tree("src/launch/b.cc", '#include "check/a.h"\n'), "launch may not include check"),
    (tree("src/report/b.h", '#include "check/a.h"\n'), "report may not include check"),
    ({**tree("src/python/eval/b.cc", '#include "python/library/a.h"\n'), "src/python/library/a.h": ""},
     "python/eval may not include python/library"),
    ({**tree("src/check/script/b.cc", '#include "check/shell/a.h"\n'), "src/check/shell/a.h": ""},
     "check/script may not include check/shell"),
    ({**tree("src/check/common/b.h", '#include "check/shell/a.h"\n'), "src/check/shell/a.h": ""},
     "check/common may not include check/shell"),
    ({**tree("src/check/shell/b.h", '#include "check/a.h"\n')}, "check/shell may not include check"),
    ({**tree("src/check/script/predicates/b.cc", '#include "check/config/a.h"\n'), "src/check/config/a.h": ""},
     "check/script/predicates may not include check/config"),
    ({**tree("src/check/config/b.cc", '#include "check/findings/a.h"\n'), "src/check/findings/a.h": ""},
     "check/config may not include check/findings"),
    ({**tree("src/check/findings/b.cc", '#include "check/a.h"\n')}, "check/findings may not include check"),
    ({**tree("src/fix/config/b.h", '#include "fix/script/a.h"\n'), "src/fix/script/a.h": ""},
     "fix/config may not include fix/script"),
    ({**tree("src/fix/shell/b.cc", '#include "check/config/a.h"\n'), "src/check/config/a.h": ""},
     "fix/shell may not include check/config"),
    ({**tree("src/fix/text/b.cc", '#include "fix/config/a.h"\n'), "src/fix/config/a.h": ""},
     "fix/text may not include fix/config"),
    ({**tree("src/app/files/b.cc", '#include "app/output/a.h"\n'), "src/app/output/a.h": ""},
     "app/files may not include app/output"),
    (tree("src/main.cc", '#include "base/a.h"\n'), "main.cc may not include base"),
    (tree("src/app/b.cc", '#include "a.h"\n'), "not a path from src/"),
    (tree("src/app/b.cc", '#include "base/none.h"\n'), "not a path from src/"),
    (tree("src/app/b.cc", "#include HEADER\n"), "no path"),
    (tree("src/new/b.cc", ""), "no such layer"),
    (tree("src/check/b.cc", "#include <nlohmann/json.hpp>\n"), "only catalog, facts, report"),
    (tree("src/config/b.cc", "#include <re2/re2.h>\n"), "only catalog"),
    (tree("src/catalog/b.cc", "#include <yaml.h>\n"), "only data"),
    (tree("src/base/b.cc", "#include <CLI/CLI.hpp>\n"), "only app"),
    (tree("src/base/b.cc", "#include <toml++/toml.h>\n"), "only app"),
    (tree("src/app/b.cc", "#include <boost/any.hpp>\n"), "not in the table"),
    (tree("src/check/b.cc", "#include <fstream>\n"), "may touch the system"),
    (tree("src/fix/b.cc", "#include <sys/stat.h>\n"), "may touch the system"),
]

CLEAN = {
    **BASE,
    "src/base/b.cc": '#include "base/a.h"\n#include <fmt/format.h>\n#include <unistd.h>\n',
    "src/check/b.cc": '#include "syntax/a.h"\n#include <tl/expected.hpp>\n#include <unordered_map>\n'
                      "#include <cstdint>\n",
    "src/check/common/a.h": "",
    "src/check/config/a.h": '#include "check/common/a.h"\n',
    "src/check/config/predicates/b.cc": '#include "check/config/a.h"\n',
    "src/check/findings/a.h": '#include "check/config/a.h"\n',
    "src/check/config/b.cc": '#include "check/config/a.h"\n',
    "src/check/b.h": '#include "check/config/a.h"\n',
    "src/fix/config/b.cc": '#include "check/config/a.h"\n#include "fix/text/a.h"\n',
    "src/fix/text/a.h": "",
    "src/app/output/a.h": "",
    "src/app/commands/b.cc": '#include "app/output/a.h"\n',
    "src/main.cc": '#include "app/a.h"\n',
}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
