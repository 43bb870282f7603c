"""Runs the fuzz target over shell scripts.

    launch_fuzz_test.py replay BINARY [--count N] [--seed N]   our fixtures and mutants of them
    launch_fuzz_test.py short BINARY                           fuzzes for a short time; nothing may be found
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
ENVIRONMENT = {"ASAN_OPTIONS": "malloc_context_size=2:quarantine_size_mb=32", **os.environ}
SHORT_SECONDS = 15
LARGEST = 3000
WORDS = ("if then fi else elif do done case esac in { } ( ) (( )) [[ ]] \" ' ` $( ${ ; ;; & && || | < > <<EOF <<- # ! $@ $1 \"$@\" ${X:-8} "
         "${X%.*} ${#X} ${!X} X=1 X+=a X=( X[0]=1 export unset local eval bash\\ -c shift set\\ -- $CMD $((X+1)) $(dirname\\ \"$0\") {0..7} \\ time "
         "2>&1 $' EOF f() function while torchrun python python3\\ -m\\ torch.distributed.launch -c nohup env mpirun --nproc_per_node=8 "
         "train.py source cd wait \x01 \\\n \r\n \n \t for\\ i\\ in").replace("\\ ", "\0").split(" ")


def mutant(texts):
    text = random.choice(texts)
    if len(text) > LARGEST:
        begin = random.randrange(len(text) - LARGEST)
        text = text[begin:begin + LARGEST]
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        at = random.randrange(len(text) + 1)
        kind = random.random()
        if kind < 0.3:
            text = text[:at] + text[at + random.randint(1, 10):]
        elif kind < 0.7:
            text = f"{text[:at]} {random.choice(WORDS)} {text[at:]}".replace("\0", " ")
        elif kind < 0.85:
            end = min(at + random.randint(1, 60), len(text))
            text = text[:end] + text[at:end] * random.choice((1, 1, 3, 40)) + text[end:]
        else:
            other = random.choice(texts)
            cut = random.randrange(len(other) + 1)
            text = text[:at] + other[cut:cut + 200] + text[at:]
    return text


def seeds(folder):
    texts = [path.read_bytes().decode() for path in sorted((SOURCE / "fixtures").rglob("*.sh"))]
    for path in sorted((SOURCE / "rules").glob("MM6*.json")):
        for example in json.loads(path.read_text(encoding="utf-8"))["examples"]:
            texts.append("\n".join(example["files"][0].get("bad", example["files"][0].get("text"))) + "\n")
    assert texts
    for i, text in enumerate(texts):
        (folder / f"seed-{i}").write_text(text, newline="")
    return texts


def run(*command):
    return subprocess.run(list(map(str, command)), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace")


def replay(binary, folder, options):
    texts = seeds(folder)
    random.seed(options.seed)
    for i in range(options.count):
        (folder / f"mutant-{i}").write_text(mutant(texts), newline="")
    inputs = sorted(folder.iterdir())
    done = run(binary, *inputs)
    print(done.stdout.strip()[-3000:])
    if done.returncode == 0:
        return 0
    for path in inputs:
        if run(binary, path).returncode != 0:
            print(f"it is {path.name}:\n{path.read_bytes()!r}")
            return 1
    print("all inputs together fail, none does alone")
    return 1


def short(binary, folder):
    corpus = folder / "corpus"
    corpus.mkdir()
    seeds(corpus)
    words = folder / "words"
    escaped = (re.sub(r"[^ !#-\[\]-~]", lambda match: f"\\x{ord(match[0]):02x}", word.replace("\0", " ")) for word in WORDS if word)
    words.write_text("".join(f'"{word}"\n' for word in dict.fromkeys(escaped)))
    found = folder / "found"
    found.mkdir()
    done = run(binary, "-timeout=20", "-rss_limit_mb=3000", f"-max_len={LARGEST}", f"-max_total_time={SHORT_SECONDS}", "-seed=1",
               f"-dict={words}", f"-artifact_prefix={found}/", corpus)
    if done.returncode != 0:
        print(done.stdout[-6000:])
        for path in found.iterdir():
            print(f"{path.name}: {path.read_bytes()!r}")
    return done.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("replay", "short"))
    parser.add_argument("binary")
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mmlint-fuzz-") as temporary:
        folder = Path(temporary)
        return replay(options.binary, folder, options) if options.what == "replay" else short(options.binary, folder)


if __name__ == "__main__":
    sys.exit(main())
