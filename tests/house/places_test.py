"""A test stands where its subject stands: tests/unit/<folder>/<name>_test.cc is about src/<folder>/.../<name>.cc or
.h, or about the folder of that name."""

import house

# Tests of what no one file does, and what they are about.
EXCEPTIONS = {
    "check/mmengine": "what a release of MMEngine changes in the verdicts",
    "config/hazards": "what bodies do that hardly anybody means, through base and leaf",
    "config/reading": "many configs that are read by several threads",
    "config/resolve": "what a config means, from its text to its values",
    "report/golden": "every format with the files of fixtures/report",
}


def check(root):
    problems = []
    for path in sorted((root / "tests/unit").glob("*/*_test.cc")):
        folder, name = path.parent.name, path.name.removesuffix("_test.cc")
        if f"{folder}/{name}" in EXCEPTIONS:
            continue
        source = root / "src" / folder
        if not (any(source.rglob(f"{name}.h")) or any(source.rglob(f"{name}.cc")) or
                any(one.is_dir() for one in source.rglob(name))):
            problems.append(f"tests/unit/{folder}/{path.name}: src/{folder} has no {name}; name it after its subject")
    for name in EXCEPTIONS if root == house.SOURCE else ():
        if not (root / f"tests/unit/{name}_test.cc").exists():
            problems.append(f"an exception for a test that is not there: {name}")
    return problems


PLANTED = [
    ({"src/base/a.cc": "", "tests/unit/base/b_test.cc": ""}, "src/base has no b"),
    ({"src/base/a.cc": "", "tests/unit/app/a_test.cc": ""}, "src/app has no a"),
]
CLEAN = {"src/base/a.h": "", "src/base/deep/b.cc": "", "tests/unit/base/a_test.cc": "", "tests/unit/base/b_test.cc": "",
         "tests/unit/base/deep_test.cc": "", "tests/unit/base/helper.h": ""}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
