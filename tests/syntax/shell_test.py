"""What we call a valid shell script is what `bash -n` does, and words stand where tree-sitter-bash sees them.

usage: shell_test.py COMPARE_SHELL [--mutants N] [--seed N]

The scripts are our own fixtures, those that this machine has, and mutants of both.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ["MMLINT_SOURCE"])
FOLDERS = ("/usr/share", "/usr/lib", "/etc", "/usr/bin")
FIRST_LINE = re.compile(rb"#! ?/(usr/)?bin/(env )?(ba|da)?sh\b")
LARGEST = 200_000
MOST = 150
# bash refuses a condition that is none, `[[ x y ]]`, which we do not look into; and it knows no @(a|b) before
# the script turns extglob on.
NOT_OURS = re.compile(r"conditional|extglob")
# Of a hundred words, so many are words to both. The rest was looked at: tree-sitter-bash takes the
# line end behind `x=1` for a blank, and gives the text behind `echo >&2` to the redirect.
SAME_WORDS = 95
TOKENS = ("if then fi else elif do done case esac in { } ( ) (( )) [[ ]] \" ' ` $( ${ ; ;; & && || | < > <<EOF # ! x "
          "a=b a=( $(( \\ time \"$x\" <( 2>&1 $' EOF f() function while").split() + ["\n", "for i", "<<EOF\n"]


def machine():
    """The scripts of this machine, by content."""
    found = {}
    for folder in FOLDERS:
        for root, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(root, name)
                if not name.endswith((".sh", ".bash")) and "." in name or os.path.islink(path):
                    continue
                try:
                    if not os.path.isfile(path) or os.path.getsize(path) > LARGEST:
                        continue
                    text = Path(path).read_bytes()
                    text.decode()
                except (OSError, UnicodeDecodeError):
                    continue
                if b"\0" not in text and (name.endswith((".sh", ".bash")) or FIRST_LINE.match(text)):
                    found.setdefault(text, path)
    paths = sorted(found.values())
    return [Path(path) for path in random.sample(paths, min(MOST, len(paths)))]


def mutant(texts):
    if random.random() < 0.4:
        return " ".join(random.choice(TOKENS) for _ in range(random.randint(1, 9))) + "\n"
    text = random.choice(texts)
    for _ in range(random.randint(1, 2)):
        at = random.randrange(len(text) + 1)
        kind = random.random()
        if kind < 0.4:
            text = text[:at] + text[at + random.randint(1, 3):]
        elif kind < 0.8:
            text = f"{text[:at]} {random.choice(TOKENS)} {text[at:]}"
        else:
            text = text[:at]
    return text


def bash(paths):
    """(is it valid, what bash says) for each."""
    script = ('for f; do m=$(bash -n "$f" 2>&1); printf "%s\\0%s\\0" $? "$m"; done')
    fields = subprocess.run(["bash", "-c", script, "bash", *map(str, paths)], stdout=subprocess.PIPE,
                            env={**os.environ, "LC_ALL": "C"}).stdout.decode(errors="replace").split("\0")[:-1]
    assert len(fields) == 2 * len(paths)
    return [(code == "0", said) for code, said in zip(fields[::2], fields[1::2])]


def ours(tool, paths):
    done = subprocess.run([tool], input="".join(f"{path}\n" for path in paths), text=True,
                          stdout=subprocess.PIPE, errors="replace")
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == len(paths), done.returncode
    return [json.loads(line) for line in lines]


def compare(tool, paths, allowed):
    """How many are valid; stops the test if we and bash differ on more than `allowed`."""
    wrong, valid = [], 0
    same = every = 0
    for path, (is_valid, said), mine in zip(paths, bash(paths), ours(tool, paths)):
        valid += is_valid
        if is_valid != (mine["problem"] == "") and not NOT_OURS.search(said):
            wrong.append(f"{path}: bash: {said or 'valid'} / {mine['problem'] or 'valid'}\n{path.read_text()[:300]}")
        if is_valid and mine["theirs"]:
            both = [set(map(tuple, mine[side])) for side in ("ours", "theirs")]
            same += len(both[0] & both[1])
            every += len(both[0] | both[1])
    if len(wrong) > allowed:
        sys.exit("\n".join([f"{len(wrong)} of {len(paths)} differ"] + wrong[:5]))
    return valid, len(wrong), same, every


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    fixtures = sorted((SOURCE / "fixtures").rglob("*.sh"))
    assert fixtures
    found = machine()
    valid, wrong, same, every = compare(options.tool, fixtures + found, len(found) // 200)
    print(f"{len(fixtures)} fixtures and {len(found)} scripts of this machine: {valid} valid, {wrong} judged otherwise; "
          f"{same} of {every} words are tree-sitter's")
    assert 100 * same >= SAME_WORDS * every
    texts = [path.read_text() for path in fixtures + found if path.stat().st_size < 6000]
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i in range(options.mutants):
            paths.append(Path(folder, f"{i}.sh"))
            paths[-1].write_text(mutant(texts), newline="")
        valid, wrong, _, _ = compare(options.tool, paths, options.mutants // 100)
    print(f"{len(paths)} mutants: {valid} valid, {wrong} judged otherwise")
    assert valid * 20 > len(paths) and valid * 20 < 19 * len(paths)


if __name__ == "__main__":
    main()
