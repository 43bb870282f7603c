"""The binary needs no library and no file of the system, so that it runs wherever one copies it: ldd says
that it is static, and what it prints in a root with nothing but itself and a project is what it prints here."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import house

BINARY = os.environ["MMLINT"]
PROJECT = house.SOURCE / "fixtures/cli/check_text/input"
COMMANDS = (["check", "."], ["check", ".", "--target", "gcu", "--format", "json"], ["fix", ".", "--diff"],
            ["show", "configs"], ["rules"], ["--help"], ["check", "no_such_folder"])
# Not every user may change the root; a namespace of one's own is what the second needs.
WAYS = (["chroot"], ["unshare", "--map-root-user", "chroot"])


def is_static(ldd):
    """Whether what ldd says in both of its outputs is what it says of a static program."""
    return "not a dynamic executable" in ldd or "statically linked" in ldd


class LinkingTest(unittest.TestCase):
    def test_what_ldd_says_is_understood(self):
        self.assertTrue(is_static("\tnot a dynamic executable\n"))
        self.assertFalse(is_static("\tlinux-vdso.so.1 (0x7ffd)\n\tlibc.so.6 => /lib/libc.so.6 (0x7f)\n"))

    def test_the_binary_is_static(self):
        ldd = subprocess.run(["ldd", BINARY], capture_output=True, text=True)
        self.assertTrue(is_static(ldd.stdout + ldd.stderr), ldd.stdout + ldd.stderr)

    def test_it_runs_in_an_empty_root(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            shutil.copytree(PROJECT, root, dirs_exist_ok=True)
            shutil.copy(BINARY, root / "mmlint")
            ways = [[program, *rest, folder, "/mmlint"] for program, *rest in WAYS]
            way = next((way for way in ways if run(way, ["--version"], folder).returncode == 0), None)
            if way is None:
                self.skipTest("this user may neither change the root nor make a namespace")
            for command in COMMANDS:
                here, there = run([root / "mmlint"], command, folder), run(way, command, folder)
                self.assertEqual((here.returncode, here.stdout, here.stderr),
                                 (there.returncode, there.stdout, there.stderr), command)
                self.assertTrue(here.stdout + here.stderr, command)


def run(program, command, folder):
    return subprocess.run([*program, *command], cwd=folder, env={"PATH": os.environ["PATH"]}, capture_output=True,
                          stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    unittest.main()
