"""Short files: a header has at most 150 lines, a .cc 400, a command of app 200, main.cc 30."""

import house


def limit(name):
    if name == "src/main.cc":
        return 30
    if name.startswith("src/app/commands/") and name.endswith(".cc"):
        return 200
    return 150 if name.endswith(".h") else 400


def check(root):
    problems = []
    for path in house.cpp_files(root, "src", "tests"):
        name = path.relative_to(root).as_posix()
        lines = path.read_bytes().count(b"\n")
        if lines > limit(name):
            problems.append(f"{name}: {lines} lines, at most {limit(name)}; cut it by responsibility")
    return problems


def lines(count):
    return "//\n" * count


PLANTED = [
    ({"src/base/a.h": lines(151)}, "at most 150"),
    ({"src/base/deep/er/a.cc": lines(401)}, "at most 400"),
    ({"src/app/commands/a.cc": lines(201)}, "at most 200"),
    ({"src/main.cc": lines(31)}, "at most 30"),
    ({"tests/unit/base/a_test.cc": lines(401)}, "at most 400"),
]

CLEAN = {"src/base/a.h": lines(150), "src/base/a.cc": lines(400), "src/app/commands/a.cc": lines(200),
         "src/main.cc": lines(30)}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
