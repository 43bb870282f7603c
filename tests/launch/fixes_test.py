"""What `fix --unsafe` leaves of launch scripts is valid for bash and starts what the fix says.

usage: fixes_test.py

The scripts are the examples of the rules about launch scripts. Programs of ours on the PATH write down how they
are called. Each script runs before its fix and after it: what is started is the same, but for what the fix is about.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "check"))

import rule_examples

MMLINT, SOURCE = os.environ["MMLINT"], Path(os.environ["MMLINT_SOURCE"])
PROGRAMS = ("torchrun", "python", "python3", "mpirun", "deepspeed", "srun", "git")
VARIABLES = ("TOPS_VISIBLE_DEVICES", "ASCEND_RT_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES")
FAKE = """#!/bin/bash
{ printf '%s\\0' "${0##*/}" "$#" "$@"; for n in VARIABLES; do [ -v $n ] && printf '%s=%s\\0' $n "${!n}"; done; printf 'end\\0'
} > "$RECORD/$(printf %s%06d "$BASHPID-" 0)$(date +%N)"
exit "${STATUS:-0}"
""".replace("VARIABLES", " ".join(VARIABLES))


def examples():
    return (example for example in rule_examples.read_all(SOURCE)
            if example.documents == "shell" and example.code != "MM619")  # bash refuses those


def write(folder, example):
    for file in example.files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.text.encode())


def run(folder, script, status, work):
    """(status of the script, calls in any order): loops start theirs at once."""
    record = work / "record"
    record.mkdir()
    environment = {"PATH": f"{work / 'bin'}:/usr/bin:/bin", "RECORD": str(record), "STATUS": str(status)}
    done = subprocess.run(["bash", script, "configs/a.py", "8"], cwd=folder, env=environment, timeout=30,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    calls = []
    for each in record.iterdir():
        fields = each.read_bytes().decode().split("\0")
        count = int(fields[1])
        calls.append((fields[0], fields[2:count + 2], fields[count + 2:-2]))
        each.unlink()
    record.rmdir()
    return done.returncode, sorted(calls)


# The words that a fix removes.
REMOVED = {"MM606": "--master_port=", "MM607": "--amp"}


def expected(code, calls):
    """What is started after the fix of a rule, of what was started before."""
    out = []
    for program, words, environment in calls:
        if code == "MM601":
            out.append(("torchrun", [word for word in words if word != "-u"], environment))
        elif code == "MM602":
            words = [word for word in words if word not in ("-u", "-m", "torch.distributed.launch", "--use_env")]
            out.append(("torchrun", words, environment))
        elif code in REMOVED and "paddle.distributed.launch" not in words:  # another framework's
            out.append((program, [word for word in words if not word.startswith(REMOVED[code])], environment))
        elif code == "MM609":
            out.append((program, [word.replace("--modle", "--model") for word in words], environment))
        elif code == "MM615":
            out.append((program.replace("python3", "python").replace("python", "python3"), words, environment))
        else:
            out.append((program, words, environment))
    return sorted(out)


def as_torchrun(calls):
    """`python3 -m torch.distributed.run` is torchrun below an interpreter that the script chose."""
    out = []
    for program, words, environment in calls:
        if "torch.distributed.run" in words:
            program, words = "torchrun", words[words.index("torch.distributed.run") + 1:]
        out.append((program, words, environment))
    return sorted(out)


def without_ranks(calls):
    """Calls without --nproc_per_node and --master_port, and what these say."""
    ranks, rest = [], []
    for program, words, environment in calls:
        ranks.append([w for w in words if w.startswith(("--nproc_per_node", "--master_port"))])
        rest.append((program, [w for w in words if not w.startswith(("--nproc_per_node=", "--master_port="))], environment))
    return ranks, sorted(rest)


def without_keys(calls):
    """Calls with the value alone of each word KEY=VALUE, --options=KEY=VALUE included."""
    return sorted((program, [word.rpartition("=")[2] for word in words], environment)
                  for program, words, environment in calls)


def main():
    failures, fixed, valid = [], 0, 0

    def expect(holds, text):
        if not holds:
            failures.append(text)

    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary).resolve()
        (work / "bin").mkdir()
        for program in PROGRAMS:
            (work / "bin" / program).write_text(FAKE)
            (work / "bin" / program).chmod(0o755)
        for example in examples():
            code = example.code
            script = next((file for file in example.files if file.path.endswith(".sh")), example.files[0])
            where = f"{code}, example {example.name}"
            folder = work / f"{code}-{example.name}"
            write(folder, example)
            path = folder / script.path
            subprocess.run([MMLINT, "fix", "--unsafe", "--target", example.target, "--select", code, "--exit-zero", str(folder)], check=True, stdout=subprocess.DEVNULL)
            after = path.read_bytes().decode()
            check = subprocess.run(["bash", "-n", str(path)], stderr=subprocess.PIPE, text=True)
            expect(check.returncode == 0, f"{where}: {check.stderr}")
            valid += 1
            wanted = script.text if script.fixed is None else script.fixed
            expect(after == wanted, f"{where}: the binary makes another text of it:\n{after}")
            if script.fixed is None:
                continue
            fixed += 1
            results = {}
            for status in (0, 1):
                for name, text in (("before", script.text), ("after", after)):
                    path.write_text(text, encoding="utf-8")
                    results[name, status] = run(folder, script.path, status, work)
            before, now = results["before", 0][1], as_torchrun(results["after", 0][1])
            if code == "MM620":  # a line that bash took for a command belongs to the one above
                words = [[word for word in call[1] if word.strip()] for call in before]
                expect(len(now) == len(words) and all(
                    call[1][:len(each)] == each and len(call[1]) > len(each)
                    for call, each in zip(now, words)), f"{where}: {before}, then {now}")
                continue
            if code == "MM631":  # bash stopped before it started anything
                expect(now and not before, f"{where}: {before}, then {now}")
                continue
            if code in ("MM627", "MM632"):  # sh stopped in the script of bash; bash had no file for the output
                expect(now and len(now) >= len(before) and all(call in now for call in before), f"{where}: {before}, then {now}")
                continue
            expect(before, f"{where}: the script starts nothing")
            if code == "MM601":
                ranks, rest = without_ranks(now)
                before = without_ranks(before)[1]
                expect(all(len(each) == 2 for each in ranks), f"{where}: {now}")
                expect(rest == expected(code, before), f"{where}: {rest}, not {expected(code, before)}")
            elif code == "MM628":  # the key has another name, and the same value
                expect(without_keys(now) == without_keys(before) and now != before, f"{where}: {before}, then {now}")
            elif code == "MM603":
                expect(all(len(call[2]) == 1 and not call[2][0].startswith("CUDA_") for call in now), f"{where}: {now}")
                expect([call[:2] for call in now] == [call[:2] for call in before], f"{where}: {now}")
            else:
                expect(now == expected(code, before), f"{where}: {now}, not {expected(code, before)}")
            if code == "MM610":  # the training failed, and now the script does too
                expect(results["before", 1][0] == 0 and results["after", 1][0] != 0, f"{where}: {results}")
    print("\n".join(failures))
    print(f"{valid} scripts are valid, {fixed} were fixed; {len(failures)} failures")
    sys.exit(1 if failures or fixed < 8 else 0)


if __name__ == "__main__":
    main()
