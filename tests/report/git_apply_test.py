"""render_diff against the real git: what `git apply` makes of a diff is `after`, byte for byte."""

import json
import os
import random
import shutil
import subprocess
import sys

import tool

NAMES = [
    b"plain.py",
    b"configs/unet.py",
    b"configs/with space.py",
    b"configs/ two  spaces /end .py",
    "果园/配置.py".encode(),
    "configs/果 园.py".encode(),
    b'configs/"quoted".py',
    b"configs/it's.py",
    b"configs/back\\slash.py",
    b"configs/tab\there.py",
    b"configs/line\nfeed.py",
    b"configs/escape\x1b[0m\x7f.py",
    b"configs/not-utf8-\xff\xfe.py",
    "configs/é🍎.py".encode(),
    b"configs/sub/a/b/c/deep.py",
]
ROOT = tool.BUILD / "git-apply-test" / "果 园"
ENDS = [b"\n", b"\r\n", b"\r"]
WORDS = ["", "    ", "dict(", ")", "type='SyncBN',", "backend='nccl'", "# 果园", "🍎", "--- a", "+++ b"]
WORDS += ["@@ -1 +1 @@", "diff --git a/x b/x", "\\ No newline at end of file", "-", "+", "\t", " "]
WORDS = [word.encode() for word in WORDS]


def random_text(rng, lines):
    """Lines with one kind of line end or all of them; in half of the texts the last has none."""
    ends = ENDS if rng.random() < 0.2 else [rng.choice(ENDS)]
    text = b"".join(random_line(rng) + rng.choice(ends) for _ in range(lines))
    return text if rng.random() < 0.5 else text + random_line(rng)


def random_line(rng):
    return b" ".join(rng.choice(WORDS) for _ in range(rng.randrange(3)))


def random_edit(rng, text):
    """A few edits at any byte: in lines, across lines, at either end."""
    for _ in range(rng.choice([1, 1, 1, 2, 5, 20])):
        begin = rng.choice([0, len(text), rng.randint(0, len(text))])
        end = min(len(text), begin + rng.choice([0, 0, 1, 7, 40]))
        middle = rng.choice([b"", b"x", b"\n", b"\r", b"\r\n", random_text(rng, 2)])
        text = text[:begin] + middle + text[end:]
    return text


def git(folder, *words, stdin=b""):
    environment = dict(
        os.environ,
        GIT_CONFIG_GLOBAL="/dev/null",
        GIT_CONFIG_NOSYSTEM="1",
        GIT_CEILING_DIRECTORIES=str(ROOT.parent),
    )
    done = subprocess.run(
        ["git", *words], cwd=folder, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment,
    )
    assert done.returncode == 0, (words, done.stderr.decode("utf-8", "replace"), stdin[:2000])
    return done.stdout


def write(root, name, content):
    path = os.path.join(os.fsencode(root), name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def read_tree(root):
    tree = {}
    top = os.fsencode(root)
    for folder, folders, files in os.walk(top):
        if b".git" in folders:
            folders.remove(b".git")
        for name in files:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                tree[os.path.relpath(path, top)] = file.read()
    return tree


def make_diff(root, changes):
    items = [
        {"path": name.hex(), "before": before.hex(), "after": after.hex(), "created": created}
        for name, before, after, created in changes
    ]
    return tool.run("diff", str(root), stdin=json.dumps(items).encode())


def apply_and_compare(root, changes, subfolder, untouched):
    """Applies in `root/subfolder`; only what lies below it may be in `changes`."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    git(root, "init", "--quiet")
    for name, before, _, created in changes:
        if not created:
            write(root, name, before)
    for name, content in untouched.items():
        write(root, name, content)
    diff = make_diff(root, changes)
    folder = root / subfolder
    folder.mkdir(parents=True, exist_ok=True)
    if diff:
        git(folder, "apply", stdin=diff)
    expected = {name: after for name, _, after, _ in changes} | untouched
    found = read_tree(root)
    assert found.keys() == expected.keys(), (found.keys() ^ expected.keys(), diff)
    for name in expected:
        assert found[name] == expected[name], (name, expected[name][:500], found[name][:500], diff)
    return diff


def random_changes(rng, names):
    changes = []
    for name in names:
        before = random_text(rng, rng.choice([0, 1, 3, 12, 60]))
        if rng.random() < 0.15:
            changes.append((name, b"", before, True))
        else:
            changes.append((name, before, random_edit(rng, before), False))
    return changes


def check_random(root, rounds):
    rng = random.Random(20240611)
    for number in range(rounds):
        subfolder = "configs" if number % 3 == 0 else "."
        names = [n for n in NAMES if subfolder == "." or n.startswith(b"configs/")]
        chosen = rng.sample(names, rng.randint(1, len(names)))
        untouched = {b"configs/untouched.py": b"a\r\nb"}
        apply_and_compare(root, random_changes(rng, chosen), subfolder, untouched)


def check_large(root):
    """A megabyte with small changes gives a small diff; one that changes throughout still applies."""
    rng = random.Random(3)
    lines = [b"    key_%d=dict(value=%d),\n" % (i, rng.randrange(1000)) for i in range(40000)]
    before = b"".join(lines)
    assert len(before) > 1_000_000
    few = list(lines)
    few[17] = b"changed\n"
    few[39000:39000] = [b"inserted\n", b"twice\n"]
    diff = apply_and_compare(root, [(b"a.py", before, b"".join(few), False)], ".", {})
    assert len(diff) < 2000, len(diff)
    assert diff.count(b"\n@@") == 2
    many = [line for line in lines if rng.random() < 0.8]
    rng.shuffle(many)
    apply_and_compare(root, [(b"a.py", before, b"".join(many), False)], ".", {})


def check_as_git(root):
    """Where there is only one shortest diff, ours is git's own but for its index line."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    git(root, "init", "--quiet")
    lines = [b"line %d\r\n" % i for i in range(30)]
    before = b"".join(lines)
    after = b"".join([b"new\n", *lines[:9], b"other\n", *lines[10:-1], b"line 29"])
    changes = [(name, before, after, False) for name in sorted(NAMES)]
    for name, content, _, _ in changes:
        write(root, name, content)
    git(root, "add", "--all")
    for name, _, content, _ in changes:
        write(root, name, content)
    theirs = git(root, "diff", "--no-color", "--no-ext-diff", "--diff-algorithm=myers")
    kept = [line for line in theirs.split(b"\n") if not line.startswith(b"index ")]
    kept = [b"@@".join(line.split(b"@@")[:2]) + b"@@" if line.startswith(b"@@ ") else line for line in kept]
    assert b"\n".join(kept) == make_diff(root, changes)


def main():
    check_as_git(ROOT)
    check_large(ROOT)
    check_random(ROOT, rounds=120)
    shutil.rmtree(ROOT.parent)
    print("every diff applies")


sys.exit(main())
