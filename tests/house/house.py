"""What the house tests share. Each has a check, `check(root) -> problems`, and a list of planted faults:
the check must report every one of them in a throw-away tree before it is believed about the real one."""

import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ.get("MMLINT_SOURCE") or pathlib.Path(__file__).resolve().parents[2])


def cpp_files(root, *folders):
    """The C++ files below the folders of root, sorted."""
    found = [p for folder in folders for p in (root / folder).rglob("*") if p.suffix in (".h", ".cc")]
    return sorted(found)


def kept_files(root):
    """Every file that git tracks or would track; without git, every file."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True)
    if listed.returncode == 0:
        names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
        return sorted(p for p in (root / name for name in names) if p.is_file())
    return sorted(p for p in root.rglob("*") if p.is_file() and ".git" not in p.parts)


def run(check, planted, clean=None):
    """planted: (files as {path: text}, words of the problem). clean: files that must pass."""
    failures = []
    for files, words in planted:
        problems = _in_tree(check, files)
        if not any(words in problem for problem in problems):
            failures.append(f"planted fault not seen: {words!r} in {sorted(files)}, got {problems}")
    if clean and (problems := _in_tree(check, clean)):
        failures.append(f"clean tree not clean: {problems}")
    failures += check(SOURCE)
    for failure in failures:
        print(failure)
    print(f"{len(planted)} planted faults tried, {len(failures)} problems")
    sys.exit(1 if failures else 0)


def _in_tree(check, files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return check(root)
