"""tests/suite.py: what fails is named, and says what the programs said that it ran."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import house

SUITE = house.SOURCE / "tests/suite.py"
SAYS = "subprocess.run(['sh', '-c', 'echo some words; echo more >&2; exit 3'], capture_output=True, check={check})\n"


class SuiteTest(unittest.TestCase):
    def run_suites(self, *texts):
        with tempfile.TemporaryDirectory() as folder:
            words = []
            for number, text in enumerate(texts):
                path = Path(folder) / f"s{number}.py"
                path.write_text("import subprocess, sys, unittest\n" + text)
                words += ["--", f"suite{number}={path}"]
            return subprocess.run([sys.executable, SUITE, *words[1:]], capture_output=True, text=True)

    def test_all_suites_run_and_one_that_fails_is_named(self):
        done = self.run_suites("sys.exit(0)", "sys.exit('no')", "print('third')")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"suite0: passed in .*\nsuite1: FAILED in .*\nthird\nsuite2: passed")
        self.assertTrue(done.stdout.endswith("alone: scripts/test-one suite1\n"), done.stdout)
        self.assertEqual(done.stderr, "no\n")

    def test_suites_do_not_share_what_they_change(self):
        done = self.run_suites("subprocess.PIPE = None", "assert subprocess.PIPE")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_an_exception_shows_what_the_program_said(self):
        done = self.run_suites(SAYS.format(check=True))
        self.assertEqual(done.returncode, 1)
        for text in ("exit code 3", "some words", "more", "CalledProcessError"):
            self.assertIn(text, done.stderr)

    def test_a_failed_assertion_shows_what_the_program_said(self):
        test = f"class T(unittest.TestCase):\n  def test_it(self):\n    {SAYS.format(check=False)}    self.fail()\n"
        done = self.run_suites(test + "unittest.main()")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"(?s)exit code 3.*some words.*more.*FAIL: test_it")
        self.assertNotIn("some words", self.run_suites(test.replace("self.fail()", "pass") + "unittest.main()").stderr)


if __name__ == "__main__":
    unittest.main()
