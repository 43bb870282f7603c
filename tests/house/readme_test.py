"""README.zh-CN.md says the same as README.md: each command that it shows stands there as well, with the same targets,
settings and hooks."""

import re

import house


def without_comment(line):
    return re.sub(r"\s{2,}#.*| --lang zh$", "", line).strip()


def commands(text):
    """What is to be typed: the lines of code blocks that begin with a program, without remarks."""
    lines = re.findall(r"^    (?:\$ )?((?:mmlint|scripts/\w+|pip|torchrun|git|tail|split) .*|scripts/\w+)$", text, re.M)
    return [without_comment(line) for line in lines]


def code(text):
    """The fenced blocks without comments and without what stands for something in angle brackets."""
    return [re.sub(r"<[^>]*>", "<>", re.sub(r" *#.*", "", block)) for block in re.findall(r"```\w+\n(.*?)```", text, re.S)]


def targets(text):
    """The names in the first column of tables; not those in parentheses, which are aliases."""
    cells = [re.sub(r"[(（].*?[)）]", "", cell) for cell in re.findall(r"^\| (`[a-z0-9-]+`[^|]*)\|", text, re.M)]
    return [name for cell in cells for name in re.findall(r"`([a-z0-9-]+)`", cell)]


def check(root):
    english, chinese = ((root / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh-CN.md"))
    problems = [f"README.zh-CN.md: `{each}` does not stand in README.md"
                for each in commands(chinese) if each not in commands(english)]
    for what, find in (("code", code), ("targets", targets)):
        if find(english) != find(chinese):
            problems.append(f"README.zh-CN.md: its {what} differ from README.md: {find(english)} {find(chinese)}")
    return problems


BOTH = "    mmlint check   # x\n\n```toml\na = 1 # y\n```\n| `gcu` | z |\n"
PLANTED = [
    ({"README.md": BOTH, "README.zh-CN.md": BOTH.replace("check", "chekc")}, "`mmlint chekc` does not stand"),
    ({"README.md": BOTH, "README.zh-CN.md": BOTH.replace("a = 1", "a = 2")}, "its code differ"),
    ({"README.md": BOTH, "README.zh-CN.md": BOTH.replace("gcu", "npu")}, "its targets differ"),
]
CLEAN = {"README.md": BOTH, "README.zh-CN.md": BOTH.replace("# x", "# 甲")}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
