"""What we say that a launch script starts is what bash starts: words and environment, in random scripts.

usage: bash_test.py DUMP_LAUNCH [--count N] [--seed N] [--show]

Each script calls `torchrun --id=K ...`; a torchrun of ours on the PATH writes what it is given. A word
that we know must be that word, an environment variable that we know must have that value; an unknown one may be
anything. What we say runs without a condition must run, and nothing runs that we do not know of.
"""

import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

YES, NO, MANY = range(3)  # Text::Known
NAMES = ["A", "B", "C", "GPUS", "PORT", "CMD", "N", "LIST"]
FAKE = """#!/bin/bash
{ printf '%s\\0' "$#" "$@" "$PWD"; for n in A B C GPUS PORT CMD N RANK; do
  if [ -v $n ] && [[ $(declare -p $n) == "declare -x"* ]]; then printf '%s=%s\\0' "$n" "${!n}"; fi; done; printf 'end\\0'; } > "$RECORD/$(printf %06d $(ls "$RECORD" | wc -l))"
"""


class Script:
    def __init__(self):
        self.lines = []
        self.ids = 0
        self.depth = 0
        self.functions = []
        self.in_function = False

    def name(self):
        return random.choice(NAMES[:6])

    def constant(self):
        return random.choice(["8", "29500", "x", "a.py", "tools/train.py", "'q r'", '"d  e"', "''", '"--x=1 --y"', "a\\ b", "$'t\\tu'",
                              "'*'", "1", "0", "--amp", '"$"', "v=w", "{1..3}", "{a,b}", "~", "~/x", "[a]"])

    def variable(self):
        name = self.name()
        return random.choice([f"${name}", f"${{{name}}}", f"${{{name}:-7}}", f"${{{name}-d e}}", f'"${{{name}:-z}}"', f'"${name}"', f'"${name}"',
                              f"${{{name}:+s}}", f"${{{name}%.*}}", f"${{{name}##*/}}", f"${{#{name}}}", "$1", '"$2"', "${3:-29500}", '"$@"', "$*", "$#",
                              f'"${{{name}:="n m"}}"', f"${{{name}#a}}", f"${{{name}%%[a]*}}", f"${{{name}/a/b}}", f"${{{name}//,/ }}", f'"${{{name}//a}}"', '"${LIST[@]}"', "${LIST[0]}",
                              "${LIST[*]}", '"${#LIST[@]}"', '"${LIST[@]:1}"', '"${@:2}"', "$LIST"])

    def substitution(self):
        return random.choice(["$(echo e f)", '"$(echo "g  h")"', "$(seq 3)", "$((1 + 2 * 3))", "$((N * 2))", "$(( $N + 1 ))", "$((${N} - 3))", "`echo k`",
                              '"$(dirname "$0")"', "$(dirname $0)/x", "$(basename a/b.py .py)", "$(dirname a/b/c)", "$(date +%s)",
                              '"$(cd "$(dirname "$0")/.." && pwd)"', "$(echo $(echo nested))", "$(pwd)", "${0##*/}", "$(printf '%02d' 7)",
                              f"$(printf '%s-%03d' ${self.name()} $N)", "$(echo a,b | tr , '\\n' | wc -l)", f"$(echo ${self.name()} | tr , ' ')",
                              f"$(awk -F, '{{print NF}}' <<< \"${self.name()}\")", f"$(echo \"${{{self.name()}:-0,1}}\" | tr ',' '\\n' | wc -l)"])

    def word(self):
        kind = random.random()
        if kind < 0.35:
            return self.constant()
        if kind < 0.7:
            return self.variable()
        if kind < 0.85:
            return self.substitution()
        return "".join(random.choice([self.constant, self.variable, self.substitution])() for _ in range(2))

    def value(self):
        return random.choice([self.word(), self.constant(), f'"{random.choice(["p q", "$A r", "$GPUS", "${B:-u}", "$(echo i) j"])}"', ""])

    def launch(self, prefix=""):
        self.ids += 1
        words = " ".join(random.choice([self.word, self.word, lambda: '"a\\"b"'])() for _ in range(random.randint(0, 4)))
        tail = random.choice(["", "", "", " | cat", " > /dev/null", " &\nwait", " 2>&1 | tee /dev/null", " || true", " <<< x"])
        before = prefix + random.choice(["", "", "", "", f"A={self.value()} ", f"RANK={self.value()} B=2 ", "env C=3 ", "nohup ", "env -u A ", "command ",
                                         "timeout 20 ", "nice -n 1 ", "time "])
        broken = random.choice([" ", " ", " \\\n  "])
        self.add(f"{before}torchrun --id={self.ids}{broken}{words}{tail}")

    def add(self, text):
        self.lines.append("  " * self.depth + text)

    def block(self, most=3):
        self.depth += 1
        for _ in range(random.randint(1, most)):
            self.statement()
        self.depth -= 1

    def condition(self):
        name = self.name()
        return random.choice([f'[ -z "${name}" ]', f'[[ -n "${name}" ]]', "true", "false", f'[ "${name}" = 8 ]', '[ -n "$1" ]', "[ $# -gt 1 ]", "! true", "((N > 1))",
                              "((N))", "((N % 2 == 0 && N < 50))", "(($# >= 2))", "((N != 3 || N == 9))"])

    def statement(self):
        kind = random.random()
        name = self.name()
        deep = self.depth >= 3
        if kind < 0.22:
            self.launch()
        elif kind < 0.42:
            self.add(f"{name}={self.value()}")
        elif kind < 0.50:
            self.add(random.choice([f"export {name}={self.value()}", f"export {name}", f"{name}+={self.constant()}", f"unset {name}", f'export "{name}=l m"',
                                    f"declare -x {name}={self.constant()}", f"readonly UNUSED={self.constant()}", "set -a", "set +a",
                                    f"N={random.randint(0, 99)}", f"export N=$((N + 1))", f"LIST=({self.word()} {self.word()})", f"LIST+=({self.word()})", f"read {name} <<< 'in put'", f"(({name}++))",
                                    f"let {name}=4", "shift", f"set -- {self.word()} {self.word()}", f"printf -v {name} %s out",
                                    f"printf -v {name} '%03d-%s' $N {self.constant()}", f"read -r {name} {self.name()} <<< \"$A x y\"",
                                    f'IFS=, read -ra LIST <<< "{random.choice(["1,2", "$A", "3,$B,", ",4", "${GPUS:-5,6}"])}"',
                                    f"IFS=: read -r {name} B <<< 'c:d'", f"echo q | read {name}", f"LIST=(${{{name}//,/ }})", f"{name}=7,8,9",
                                    f"{name}+=,$N", f": ${{{name}:={self.constant()}}}",
                                    f"{name}=o {self.name()}=p", "cd ..", 'cd "$(dirname "$0")"', f"mapfile -t LIST < <(seq 2)", "IFS=,", "LIST[1]=k",
                                    "unset IFS"]))
        elif kind < 0.58 and not deep:
            self.add(f"if {self.condition()}; then")
            self.block()
            if random.random() < 0.5:
                self.add(random.choice(["else", f"elif {self.condition()}; then"]))
                self.block()
            self.add("fi")
        elif kind < 0.64 and not deep:
            before = self.depth
            if random.random() < 0.3:
                self.add("for i in 1 2; do")
                self.depth += 1
                self.add(random.choice(['A="$A $i"', "LIST+=($i)", 'LIST+=("--n $i")', "N=$((N + i))", "A=x$((i + 1))", "B=$i; C+=$B", "printf -v B '%03d' $i"]))
                if random.random() < 0.5:
                    self.launch()
                self.depth = before
                self.add("done")
                return
            self.add(random.choice(["for i in {0..2}; do", f"for i in {self.word()} {self.word()}; do", "for i in $(seq 0 1); do", "for ((i=0; i<2; i++)); do",
                                    "for i; do"]))
            self.block()
            if random.random() < 0.6:
                self.depth += 1
                self.launch(random.choice(["RANK=$i ", ""]))
                self.add(random.choice(["export RANK=$i", "continue", "break", "A=$i", 'A="$A $i"', "LIST+=($i)", 'LIST+=("--n $i")',
                                        "N=$((N + 1))", "printf -v B '%02d' \"$i\"", "B=${i%.py}"]))
                self.depth -= 1
            self.add("done")
        elif kind < 0.68:
            self.add(f"{self.condition()} {random.choice(['&&', '||'])} {name}={self.constant()}")
        elif kind < 0.73:
            self.ids += 1
            command = f"torchrun --id={self.ids} {random.choice(['a b', '$A', '--gpus=$GPUS x', '$(echo y)', '${B:-z}'])}"
            self.add(random.choice([f'CMD="{command}"\n$CMD', f'CMD="{command}"\neval "$CMD"', f'CMD="{command}"\neval $CMD {random.choice(["x", "a b"])}', f"eval '{command}'",
                                    f'bash -c "{command}"', f"bash -c '{command}'", f'CMD="A=9 {command}"\nbash -c "$CMD"', f'CMD=(torchrun --id={self.ids} "k l" $A)\n"${{CMD[@]}}"',
                                    f'CMD="{command} \\\n   more"\n$CMD', f'export CMD="{command}"\nbash -c \'$CMD\'', f"bash -c 'torchrun --id={self.ids} $1 $0' p q"]))
        elif kind < 0.78 and not deep and not self.in_function:
            function = f"f{len(self.functions)}"
            self.functions.append(function)
            self.add(f"{function}() {{")
            self.in_function = True
            if random.random() < 0.5:
                self.add(f"  local {name}={self.value()}")
            if random.random() < 0.3:
                self.add(f"  local OPTIND=1 opt; while getopts '{random.choice(['a:b', 'ab:', 'abc:'])}' opt; do")
                self.add(f"    case $opt in a) A=$OPTARG ;; b) {random.choice(['B=on', 'LIST+=(b)', 'B=$OPTARG'])} ;; esac")
                self.add("  done")
                if random.random() < 0.7:
                    self.add('  shift $((OPTIND - 1))')
            self.block()
            if random.random() < 0.3:
                self.add(f"  {self.condition()} && return")
                self.add(f"  {name}=late")
            self.in_function = False
            self.add("}")
        elif kind < 0.86 and self.functions and not self.in_function:
            self.add(random.choice(["", "A=7 "]) + f"{random.choice(self.functions)} "
                     f"{random.choice(['', '', '-a 1 ', '-b ', '-b2 -a x ', '-ab -- ', '-- '])}{self.word()} {self.word()}")
        elif kind < 0.9 and not deep:
            self.add("(")
            self.block(2)
            self.add(")")
        elif kind < 0.94 and not deep:
            self.add(f'case "${name}" in')
            self.add("  8) ")
            self.block(2)
            self.add("  ;;")
            if random.random() < 0.5:
                self.add("  *)")
                self.block(2)
                self.add("  ;;")
            self.add("esac")
        elif kind < 0.96 and not deep:
            self.add('while [ $# -gt 0 ]; do case $1 in --a) A=$2; shift 2 ;; *) shift ;; esac; done')
        else:
            self.launch()


def run_bash(folder, path):
    """What ran, by id: [(words, environment, folder)]."""
    record = folder / "record"
    record.mkdir()
    environment = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "RECORD": str(record), "HOME": str(folder)}
    try:
        subprocess.run(["bash", str(path)], cwd=folder / "work", env=environment, timeout=20, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None
    ran = {}
    for each in sorted(record.iterdir()):
        fields = each.read_bytes().decode(errors="surrogateescape").split("\0")
        count = int(fields[0])
        words, where = fields[1:count + 1], fields[count + 1]
        environment = dict(field.split("=", 1) for field in fields[count + 2:-2])
        ran.setdefault(int(words[0].removeprefix("--id=")), []).append((words[1:], environment, where))
    return ran


def fits_word(text, word, script, where):
    value = text["value"]
    if text["in_folder"]:
        known = os.path.normpath(str(script.parent) + value)
        actual = os.path.normpath(os.path.join(where, word))
        # What is behind the folder is known, the folder may be a link or relative to another one.
        return actual == known or text["known"] != YES and actual.startswith(known) or not os.path.isabs(word) or "/.." in value
    return word == value if text["known"] == YES else word.startswith(value)


def fits(texts, words, script, where):
    """True if words may be what texts say; an unknown one may be several if it is not quoted."""
    if not texts:
        return not words
    text = texts[0]
    if text["known"] == MANY and fits(texts[1:], words, script, where):
        return True
    if not words or not fits_word(text, words[0], script, where):
        return False
    if fits(texts[1:], words[1:], script, where):
        return True
    return text["known"] != YES and any(fits(texts[1:], words[i:], script, where) for i in range(2, len(words) + 1))


def wrong_setting(settings, environment, script, where):
    by_name = {each["name"]: each for each in settings}
    for name in (*NAMES[:7], "RANK"):
        said = by_name.get(name)
        actual = environment.get(name)
        if said is None or said["removed"]:
            if actual is not None:
                return f"{name}={actual!r} is set, we say it is not"
        elif actual is None:
            if said["value"]["known"] == YES and not said["conditional"]:
                return f"{name} is not set, we say it is {said['value']['value']!r}"
        elif not fits_word(said["value"], actual, script, where):
            return f"{name}={actual!r}, we say {said['value']['value']!r}"
    return None


def judge(script, ran, facts):
    """What is wrong, if anything."""
    if facts["problems"] or facts["incomplete"]:
        return f"problems: {facts['problems']}, incomplete: {facts['incomplete']}"
    said = {}
    for launch in facts["launches"]:
        words = launch["words"][launch["first"] + 1:]
        if words and words[0]["value"].startswith("--id=") and words[0]["known"] == YES:
            said.setdefault(int(words[0]["value"].removeprefix("--id=")), []).append((words[1:], launch))
    for number, runs in ran.items():
        for words, environment, where in runs:
            reasons = []
            for texts, launch in said.get(number, []):
                if not fits(texts, words, script, where):
                    reasons.append(f"words {[t['value'] + ['', '?', '*'][t['known']] for t in texts]}")
                    continue
                wrong = wrong_setting(launch["environment"], environment, script, where)
                if wrong is None:
                    break
                reasons.append(wrong)
            else:
                if not said.get(number) and facts["unknown_programs"]:
                    continue  # $CMD of which we know nothing
                return f"launch {number} got {words}; we say {reasons or 'nothing'}"
    for number, launches in said.items():
        if number not in ran and any(not launch["context"]["conditional"] for _, launch in launches):
            return f"launch {number} did not run"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    known = every = wrong = late = 0
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary).resolve()
        paths = []
        for i in range(options.count):
            random.seed(options.seed * 1_000_003 + i)
            folder = top / str(i)
            for part in ("bin", "work/tools"):
                (folder / part).mkdir(parents=True)
            (folder / "bin/torchrun").write_text(FAKE)
            (folder / "bin/torchrun").chmod(0o755)
            script = Script()
            for _ in range(random.randint(3, 14)):
                script.statement()
            path = folder / "work/tools/run.sh"
            path.write_text("\n".join(script.lines) + "\n")
            paths.append(path)
        done = subprocess.run([options.tool], input="".join(f"{path}\n" for path in paths), text=True, stdout=subprocess.PIPE)
        assert done.returncode == 0, done.returncode
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            runs = list(pool.map(lambda path: run_bash(path.parents[2], path), paths))
        for i, (path, ran, line) in enumerate(zip(paths, runs, done.stdout.splitlines(), strict=True)):
            facts = json.loads(line)
            if ran is None:
                late += 1
                continue
            for launch in facts["launches"]:
                for text in launch["words"][launch["first"] + 1:]:
                    every += 1
                    known += text["known"] == YES
            problem = judge(path, ran, facts)
            if problem:
                wrong += 1
                print(f"script {i}: {problem}")
                if options.show:
                    print(path.read_text())
    print(f"{options.count} scripts, {wrong} wrong, {late} not finished; {known} of {every} words known")
    assert wrong == 0 and late * 20 < options.count and known * 2 > every


if __name__ == "__main__":
    main()
