"""What mmlint takes of damaged files is what Python takes: whole files, changed as editors, merges and broken
transfers change them.

usage: mutants_test.py DUMP_AST [--count N] [--seed N] [--folder DIR]

The files are our own fixtures and small ones of the standard library, or those of a folder. `mmlint fix` is run over a part of the mutants
as well: it leaves as it is what Python refuses, and what it writes Python takes.
"""

import argparse
import io
import json
import os
import random
import re
import subprocess
import sys
import sysconfig
import tempfile
import warnings
from pathlib import Path

SOURCE = Path(os.environ["MMLINT_SOURCE"])
LARGEST = 6000  # bytes of a file
BATCH = 400
LIMITS = (3, 4)  # SyntaxProblem::Kind: kTooLarge, kTooDeep
# None that only some versions of Python know as a keyword.
TOKENS = ("if else elif for while def class return yield lambda import from as with try except finally pass not in is "
          "and or None True async await global nonlocal del raise assert match case print exec break continue * ** "
          ": := = == ( ) [ ] { } , . ; @ -> ' \" ''' \"\"\" f' rb' \\ # ! ~ 0 07 1_ 1e 0x 1j é 名").split()
BREAKS = (b"\\\n", b"\\", b"\\ ", b"\r", b"\r\n", b"\f", b"\v", b"\0", b"\x1a", b"\xff", b"\xc3", b"\xef\xbb\xbf",
          "\u00a0".encode(), "\u2028".encode(), "\u200b".encode(), "（".encode(), b"\t", b" ", b"\n", b"\\\r\n", b"\x85")
# Since 3.12, which mmlint follows, an f-string may hold more, and there are type aliases. Before that it is an error:
LATER = ("f-string expression part", "f-string: expecting '}'", "f-string: unterminated string", "f-string: unmatched",
         "f-string: closing parenthesis")
ALIAS = re.compile(rb"\btype\s+\w+\s*[=\[]")


class Mutator:

    def __init__(self, seed, files):
        self.random, self.files = random.Random(seed), files
        self.changes = (self.delete_line, self.repeat_line, self.swap_lines, self.indent_line, self.dedent_line,
                        self.cut, self.drop_byte, self.drop_bracket, self.insert_token, self.insert_break,
                        self.tabs, self.endings, self.backslash, self.splice, self.replace_word, self.join_lines,
                        self.end)

    def __call__(self):
        data = self.random.choice(self.files)
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            data = self.random.choice(self.changes)(data)
        return data

    def line(self, lines):
        return self.random.randrange(len(lines)) if lines else 0

    def lines(self, data, change):
        lines = data.splitlines(keepends=True)
        if lines:
            change(lines, self.line(lines))
        return b"".join(lines)

    def delete_line(self, data):
        return self.lines(data, lambda lines, at: lines.pop(at))

    def repeat_line(self, data):
        return self.lines(data, lambda lines, at: lines.insert(self.line(lines), lines[at]))

    def swap_lines(self, data):
        def swap(lines, at):
            other = self.line(lines)
            lines[at], lines[other] = lines[other], lines[at]
        return self.lines(data, swap)

    def indent_line(self, data):
        more = self.random.choice((b" ", b"  ", b"    ", b"\t", b"\f", b" \t", b"\f  ", b"        "))
        return self.lines(data, lambda lines, at: lines.insert(at, more + lines.pop(at)))

    def dedent_line(self, data):
        def dedent(lines, at):
            indented = [i for i, line in enumerate(lines) if line[:1] in b" \t"] or [at]
            at = self.random.choice(indented)
            lines[at] = lines[at][1:] if self.random.random() < 0.5 else lines[at].lstrip(b" \t")
        return self.lines(data, dedent)

    def cut(self, data):
        at = self.random.randrange(len(data) + 1)
        return data[:at] if self.random.random() < 0.8 else data[at:]

    def drop_byte(self, data):
        at = self.random.randrange(len(data) + 1)
        return data[:at] + data[at + 1:]

    def drop_bracket(self, data):
        places = [i for i, byte in enumerate(data) if byte in b"()[]{}'\",:="]
        if not places:
            return data
        at = self.random.choice(places)
        return data[:at] + data[at + 1:]

    def insert(self, data, part):
        at = self.random.randrange(len(data) + 1)
        if self.random.random() < 0.4:  # where a line ends or begins
            ends = [i for i, byte in enumerate(data) if byte in b"\n"]
            at = self.random.choice(ends) + self.random.randrange(2) if ends else at
        return data[:at] + part + data[at:]

    def insert_token(self, data):
        blank = self.random.choice((b" ", b" ", b""))
        return self.insert(data, blank + self.random.choice(TOKENS).encode() + blank)

    def insert_break(self, data):
        return self.insert(data, self.random.choice(BREAKS))

    def tabs(self, data):
        width = self.random.choice((4, 8))
        some = self.random.random() < 0.5

        def change(line):
            return line.replace(b" " * width, b"\t", 1) if not some or self.random.random() < 0.2 else line
        return b"".join(map(change, data.splitlines(keepends=True)))

    def endings(self, data):
        ending = self.random.choice((b"\r\n", b"\r", b"\n\r", b"\r\r\n", b"\f\n", b"\\\n"))
        if self.random.random() < 0.5:
            return data.replace(b"\n", ending)
        return self.lines(data, lambda lines, at: lines.insert(at, lines.pop(at).replace(b"\n", ending)))

    def backslash(self, data):
        return self.lines(data, lambda lines, at: lines.insert(at, lines.pop(at).rstrip(b"\r\n") + self.random.choice(
            (b"\\\n", b" \\\n", b"\\\r\n", b"\\", b"\\ \n", b" \\\n\n", b"\\\n\\\n", b"\\\n# c\n"))))

    def splice(self, data):
        other = self.random.choice(self.files)
        begin = self.random.randrange(len(other) + 1)
        return self.insert(data, other[begin:begin + self.random.randrange(1, 80)])

    def replace_word(self, data):
        words = data.split(b" ")
        words[self.line(words)] = self.random.choice(TOKENS).encode()
        return b" ".join(words)

    def join_lines(self, data):
        return self.lines(data, lambda lines, at: lines.insert(at, lines.pop(at).rstrip(b"\r\n") + self.random.choice(
            (b"", b" ", b"; ", b", "))))

    def end(self, data):
        return data.rstrip(b"\r\n") + self.random.choice(
            (b"", b"\\", b"\\\n", b"\n\\", b"\n\\\n", b" \\", b"\n  ", b"\n#", b"\r", b"\n\f", b"\x1a", b"\n    \\\n",
             b";", b";\\\n", b":", b"\n\t\\\n\n", b"\n'''", b"\n("))


def takes(data):
    """True if Python takes a file of this text; None if that is not known, as if it is too deep for Python itself.
    compile() alone takes a backslash before the CRLF at the end, which no file that is imported, started or opened as
    text has for Python."""
    try:
        source = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8").read()
    except UnicodeDecodeError:
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "<file>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            # mmlint does not know the names of characters.
            unknown = ("unknown Unicode character name", *(LATER if sys.version_info < (3, 12) else ()))
            is_alias = sys.version_info < (3, 12) and ALIAS.search(data)
            return None if is_alias or any(text in str(error) for text in unknown) else False
        except (RecursionError, MemoryError):
            return None
    return True


def seeds(folder):
    paths = [*sorted(folder.rglob("*.py"))] if folder else [*sorted((SOURCE / "fixtures").rglob("*.py")), *sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py")),
             *sorted((Path(sysconfig.get_paths()["stdlib"]) / "asyncio").glob("*.py"))]
    texts = {path.read_bytes() for path in paths if path.is_file() and path.stat().st_size <= LARGEST}
    return sorted(text for text in texts if takes(text))


def judge(program, folder, mutants, counts):
    """Compares what dump_ast says of some mutants; yields those that differ."""
    paths = []
    for number, data in enumerate(mutants):
        paths.append(folder / f"m{number}.py")
        paths[-1].write_bytes(data)
    done = subprocess.run([program, "--problems"], input="".join(f"{path}\n" for path in paths).encode(),
                          stdout=subprocess.PIPE, check=True)
    lines = done.stdout.splitlines()
    if len(lines) != len(mutants):
        sys.exit(f"dump_ast judged {len(lines)} of {len(mutants)} files")
    for data, line in zip(mutants, lines):
        problems = json.loads(line)["problems"]
        valid = takes(data)
        if valid is None or any(problem[0] in LIMITS for problem in problems):
            counts["limits"] += 1
            continue
        counts["valid" if valid else "invalid"] += 1
        if valid != (not problems):
            yield data, f"Python takes it: {valid}, problems: {problems}"


def run_fix(top, mutants):
    """Runs `fix` over a folder of these files; returns what it says if it does not end well."""
    (top / ".git").mkdir(parents=True)
    for number, data in enumerate(mutants):
        (top / f"m{number}.py").write_bytes(data)
    command = [os.environ["MMLINT"], "fix", "--unsafe", "--exit-zero", "."]
    done = subprocess.run(command, cwd=top, capture_output=True, timeout=300)
    return None if done.returncode in (0, 2) else f"fix ended with {done.returncode}: {done.stderr[-2000:].decode()}"


def fix(folder, mutants, counts):
    """Yields the mutants that `fix` should not have written as it has, or with which it fails."""
    top = folder / "project"
    if failure := run_fix(top, mutants):
        alone = [(data, run_fix(folder / f"alone{number}", [data])) for number, data in enumerate(mutants)]
        yield from [(data, said) for data, said in alone if said] or [(b"".join(mutants), failure)]
        return
    for number, data in enumerate(mutants):
        after = (top / f"m{number}.py").read_bytes()
        counts["fixed"] += after != data
        # MMEngine refuses a byte order mark, Python does not.
        plain, written = (text.removeprefix(b"\xef\xbb\xbf") for text in (data, after))
        if after != data and not (takes(plain) and takes(written)):
            yield data, f"fix writes {after!r}"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("dump_ast")
    arguments.add_argument("--count", type=int, default=2400)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--show", type=int, default=10)
    arguments.add_argument("--folder", type=Path)
    options = arguments.parse_args()
    files = seeds(options.folder)
    mutator = Mutator(options.seed, files)
    fixable = Mutator(options.seed, [text for text in files if b"nccl" in text or b"device_ids" in text])
    counts = dict.fromkeys(("valid", "invalid", "limits", "fixed"), 0)
    failures = 0
    for first in range(0, options.count, BATCH):
        with tempfile.TemporaryDirectory(prefix="mmlint-mutants-") as name:
            mutants = [mutator() for _ in range(min(BATCH, options.count - first))]
            found = [*judge(options.dump_ast, Path(name), mutants, counts),
                     *fix(Path(name), [fixable() for _ in range(BATCH // 4)], counts)]
        for data, what in found:
            failures += 1
            if failures <= options.show:
                print(f"{what}\n{data!r}\n", flush=True)
    print(f"{len(files)} files, {options.count} mutants,", ", ".join(f"{n} {what}" for what, n in counts.items()) +
          f", {failures} wrong")
    sys.exit(1 if failures or not all(counts[what] for what in ("valid", "invalid", "fixed")) else 0)


if __name__ == "__main__":
    main()
