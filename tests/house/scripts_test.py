"""scripts/setup and scripts/mmlint, with tools of our own in the place of cmake, apt-get and the rest."""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

import house

REAL_TOOLS = ("bash env dirname readlink sha256sum sed sort head tail uname id mkdir touch mv find flock cat "
              "true sleep chmod").split()
LIBRARIES = ("nlohmann-json3-dev libcli11-dev doctest-dev libfmt-dev libexpected-dev libtomlplusplus-dev "
             "libre2-dev libutf8proc-dev libyaml-dev libjemalloc-dev").split()


class Machine:
    """A repository with our scripts and nothing else of ours, and a PATH with what we put there."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder) / "re po"
        self.bin = pathlib.Path(folder) / "bin"
        self.log = pathlib.Path(folder) / "calls"
        self.build_root = pathlib.Path(folder) / "build"
        self.bin.mkdir()
        for tool in REAL_TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        shutil.copytree(house.SOURCE / "scripts", self.root / "scripts")
        for name in ("src", "rules", "fixtures/rules", "cmake", "third_party"):
            (self.root / name).mkdir(parents=True)
        for name in ("CMakeLists.txt", "CMakePresets.json", "src/main.cc", "src/other.cc"):
            (self.root / name).write_text("")

    def tool(self, name, body=""):
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(f'#!/usr/bin/env bash\necho "{name} $*" >>"{self.log}"\n{body}\n')
        path.chmod(0o755)

    def all_tools(self):
        for name in ("g++", "ninja", "npm", "python3", "git", "clang++"):
            self.tool(name)
        self.tool("clang++", "echo /dev/null")
        # "Builds" a binary that tells what it was given.
        self.tool("cmake", f"""
if [[ $1 == --version ]]; then echo "cmake version 3.25.1"; exit; fi
if [[ $1 == --build ]]; then
  mkdir -p "$2"
  printf '#!/usr/bin/env bash\\necho "$PWD: $*"; cat; exit 1\\n' >"$2/mmlint"; chmod +x "$2/mmlint"
fi
cat >/dev/null  # the caller's standard input is for the binary
sleep ${{SLOW:-0}}
[[ ${{FAIL:-}} != "$1" ]]""")
        self.libraries(LIBRARIES)

    def libraries(self, names):
        self.tool("dpkg-query", "".join(f"echo '{name} installed'\n" for name in names))

    def environment(self, **more):
        return {"PATH": str(self.bin), "MMLINT_BUILD_ROOT": str(self.build_root), **more}

    def run(self, script, *args, cwd=None, **more):
        return subprocess.run([self.root / "scripts" / script, *args], env=self.environment(**more),
                              cwd=cwd, capture_output=True, text=True, input="stdin")

    def calls(self, tool):
        if not self.log.exists():
            return []
        return [line for line in self.log.read_text().splitlines() if line.startswith(tool + " ")]


class ScriptsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.machine = Machine(self.folder.name)

    def test_everything_missing_and_no_apt_is_one_line(self):
        self.machine.libraries([])
        packages = " ".join(["g++", "cmake", "ninja-build", "python3", "npm", *LIBRARIES])
        for script in ("setup", "mmlint"):
            run = self.machine.run(script)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            *first, last = run.stderr.splitlines()
            self.assertEqual(last, f"mmlint: missing packages: {packages} (as root: apt-get install {packages})")
            self.assertLessEqual(len(first), 1)

    def test_one_library_missing_is_named_alone(self):
        self.machine.all_tools()
        self.machine.libraries(name for name in LIBRARIES if name != "libre2-dev")
        run = self.machine.run("setup")
        self.assertEqual(run.returncode, 2)
        self.assertIn("missing packages: libre2-dev (", run.stderr)

    def test_what_tests_need_is_asked_for_tests_only(self):
        self.machine.all_tools()
        (self.machine.bin / "clang++").unlink()
        self.machine.tool("python3", "exit 1")
        self.assertEqual(self.machine.run("setup").returncode, 0)
        run = self.machine.run("setup", "test")
        self.assertEqual(run.returncode, 2)
        self.assertIn("missing packages: python3-torch clang libclang-rt-14-dev python3-venv (", run.stderr)
        self.assertEqual(self.machine.run("test").returncode, 2)

    def test_what_wheels_need_is_asked_for_them_only(self):
        self.machine.all_tools()
        self.machine.tool("python3", "exit 1")
        for kind, packages in (("wheel", "python3-venv"), ("aarch64", "g++-aarch64-linux-gnu qemu-user python3-venv")):
            run = self.machine.run("setup", kind)
            self.assertEqual(run.returncode, 2)
            self.assertIn(f"missing packages: {packages} (", run.stderr)
        run = self.machine.run("setup", "weel")
        self.assertEqual((run.returncode, run.stderr), (2, "mmlint: usage: scripts/setup [test | wheel | aarch64]\n"))

    def test_a_wheel_holds_no_program_that_needs_a_library(self):
        self.machine.all_tools()
        (self.machine.bin / "grep").symlink_to(shutil.which("grep"))
        package = self.machine.build_root / "venv-build/bin/pyproject-build"
        package.parent.mkdir(parents=True)
        package.write_text(f'#!/usr/bin/env bash\necho "package $*" >>"{self.machine.log}"\n')
        package.chmod(0o755)
        binary = self.machine.root / "src/main.cc"
        self.machine.tool("readelf", "echo '  INTERP  0x318'")
        run = self.machine.run("wheel", "--binary", binary)
        self.assertEqual((run.returncode, self.machine.calls("package")), (2, []))
        self.assertIn("needs the C library of its system", run.stderr)
        self.machine.tool("readelf")
        self.assertEqual(self.machine.run("wheel", "--binary", binary, "m68k", "out").returncode, 0)
        packaged, = self.machine.calls("package")
        self.assertIn("--outdir out ", packaged)
        self.assertIn(" wheel.tags=py3-none-manylinux2014_m68k;py3-none-musllinux_1_1_m68k ", packaged)
        run = self.machine.run("wheel", "m68k")
        self.assertEqual(run.returncode, 2)
        self.assertIn("built on such a machine", run.stderr)

    def test_training_can_be_left_out(self):
        self.machine.all_tools()
        self.machine.tool("ctest")
        self.machine.tool("nproc", "echo 2")
        run = self.machine.run("test")
        self.assertEqual(run.returncode, 2)
        self.assertIn("missing packages: python3-torch (", run.stderr)
        self.assertEqual(self.machine.run("test", "-L", "unit", MMLINT_E2E="0").returncode, 0)
        self.machine.libraries([*LIBRARIES, "python3-torch"])
        self.assertEqual(self.machine.run("test", "-L", "unit").returncode, 0)
        without, with_all = self.machine.calls("ctest")
        self.assertTrue(without.endswith("-j 2 -LE ^(whole|e2e)$ -L unit"), without)
        self.assertTrue(with_all.endswith("-j 2 -LE ^(whole)$ -L unit"), with_all)

    def test_root_installs_what_is_missing_and_only_that(self):
        self.machine.all_tools()
        self.machine.libraries(LIBRARIES[1:])
        self.machine.tool("id", "echo 0")
        self.machine.tool("apt-get")
        run = self.machine.run("setup")
        self.assertEqual((run.returncode, run.stdout), (0, ""))
        self.assertEqual(self.machine.calls("apt-get"),
                         ["apt-get update -q",
                          "apt-get install -qy --no-install-recommends nlohmann-json3-dev"])

    def test_nothing_missing_leaves_apt_alone(self):
        self.machine.all_tools()
        self.machine.tool("apt-get")
        self.machine.libraries([*LIBRARIES, "python3-torch"])
        run = self.machine.run("setup", "test")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assertEqual(self.machine.calls("apt-get"), [])

    def test_a_user_installs_through_sudo_or_is_told(self):
        self.machine.all_tools()
        self.machine.libraries([])
        self.machine.tool("id", "echo 1000")
        self.machine.tool("apt-get")
        self.machine.tool("sudo", "exit 1")
        self.assertEqual(self.machine.run("setup").returncode, 2)
        self.assertEqual(self.machine.calls("apt-get"), [])
        self.machine.tool("sudo", 'shift; "$@"')
        self.assertEqual(self.machine.run("setup").returncode, 0)
        self.assertEqual(len(self.machine.calls("apt-get")), 2)

    def test_a_failed_install_shows_why(self):
        self.machine.all_tools()
        self.machine.libraries([])
        self.machine.tool("id", "echo 0")
        self.machine.tool("apt-get", "echo no network; exit 100")
        run = self.machine.run("setup")
        self.assertEqual(run.returncode, 2)
        self.assertIn("no network", run.stderr)

    def test_an_old_cmake_is_refused(self):
        self.machine.all_tools()
        self.machine.tool("cmake", "echo cmake version 3.9.6")
        run = self.machine.run("setup")
        self.assertEqual(run.returncode, 2)
        self.assertIn("cmake 3.9.6 is too old", run.stderr)

    def test_the_binary_runs_in_the_callers_folder(self):
        self.machine.all_tools()
        here = os.path.realpath(self.folder.name)
        run = self.machine.run("mmlint", "check", "a b", cwd=here)
        self.assertEqual((run.returncode, run.stdout), (1, f"{here}: check a b\nstdin"))
        run = self.machine.run("mmlint", "check", cwd=here)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (1, f"{here}: check\nstdin", ""))
        self.assertEqual(len(self.machine.calls("cmake")), 3)  # version, configure, build

    def test_a_link_to_the_script_works(self):
        self.machine.all_tools()
        link = pathlib.Path(self.folder.name) / "link"
        link.symlink_to(self.machine.root / "scripts/mmlint")
        run = subprocess.run([link, "x"], env=self.machine.environment(), capture_output=True, text=True)
        self.assertEqual(run.returncode, 1, run.stderr)

    def test_a_change_builds_again(self):
        self.machine.all_tools()
        self.machine.run("mmlint")

        def builds_after(change):
            before = len(self.machine.calls("cmake --build"))
            change()
            self.machine.run("mmlint")
            return len(self.machine.calls("cmake --build")) - before

        root = self.machine.root
        self.assertEqual(builds_after(lambda: None), 0)
        self.assertEqual(builds_after((root / "src/main.cc").touch), 1)
        self.assertEqual(builds_after((root / "src/other.cc").unlink), 1)
        self.assertEqual(builds_after((root / "rules/new.json").touch), 1)
        self.assertEqual(builds_after((root / "fixtures/rules/bad-01.py").touch), 1)
        self.assertEqual(builds_after((root / "CMakePresets.json").touch), 1)
        self.assertEqual(builds_after((self.machine.build_root / "release/mmlint").unlink), 1)
        self.assertEqual(builds_after((root / "README.md").touch), 0)

    def test_a_failed_build_says_so_and_is_tried_again(self):
        self.machine.all_tools()
        for failing in ("--preset", "--build", "--build"):
            run = self.machine.run("mmlint", FAIL=failing)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn("failed: cmake", run.stderr)
        self.assertEqual(self.machine.run("mmlint").returncode, 1)

    def test_two_at_once_build_once(self):
        self.machine.all_tools()
        runs = [subprocess.Popen([self.machine.root / "scripts/mmlint"], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 env=self.machine.environment(SLOW="0.5")) for _ in range(3)]
        for run in runs:
            self.assertIn(b":", run.communicate()[0])
            self.assertEqual(run.returncode, 1)
        self.assertEqual(len(self.machine.calls("cmake --build")), 1)

    def test_the_second_run_adds_little(self):
        self.machine.all_tools()
        source = self.machine.root / "src"
        for i in range(500):
            (source / f"f{i}.cc").write_text("")
        self.machine.run("mmlint")
        binary = self.machine.build_root / "release/mmlint"

        def median(command):
            times = []
            for _ in range(11):
                begin = time.perf_counter()
                subprocess.run([command], env=self.machine.environment(), stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, check=False)
                times.append(time.perf_counter() - begin)
            return statistics.median(times)

        self.assertLess(median(self.machine.root / "scripts/mmlint") - median(binary), 0.2)

    def small_repository(self):
        """One test of each kind for test-one, and programs that say how they were called."""
        self.machine.all_tools()
        self.machine.libraries(LIBRARIES)
        (self.machine.bin / "python3").unlink()
        (self.machine.bin / "python3").symlink_to(sys.executable)
        say = "import os, sys\nprint(sys.argv[1:], os.environ['MMLINT'])\n"
        tree = self.machine.build_root / "release"
        for name, text in {"fixtures/cli/check_text/cmd": "", "fixtures/check/hazards/a.py": "",
                           "fixtures/values/body/B1.py": "", "fixtures/rules/MM101/a.py": "",
                           "tests/cli/run_cli.py": say, "tests/check/run_fixtures.py": say,
                           "tests/values/run_fixtures.py": say,
                           "tests/unit/base/text_test.cc": 'TEST_CASE("columns, "\n          "wide") {}\n'}.items():
            (self.machine.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.machine.root / name).write_text(text)
        (tree / "tests").mkdir(parents=True)
        (tree / "build.ninja").write_text("")
        for program in ("base_test", "fix_test"):
            (tree / "tests" / program).write_text('#!/usr/bin/env bash\necho "$* $MMLINT_EXAMPLE"\n')
            (tree / "tests" / program).chmod(0o755)
        self.machine.tool("ctest", f"""
[[ $* == *--show-only* ]] && echo '{{"tests": [{{"name": "unit.base", "command": ["{tree}/tests/base_test"]}},
  {{"name": "cli.help", "command": ["python3", "{self.machine.root}/tests/cli/run_cli.py", "{tree}/tests/libother.so"],
    "properties": [{{"name": "ENVIRONMENT", "value": ["MMLINT={tree}/mmlint", "MMLINT_BUILD={tree}"]}}]}},
  {{"name": "house", "command": ["python3", "{self.machine.root}/tests/cli/run_cli.py", "house.a=a.py", "-x", "--",
    "house.b=b.py"]}}]}}'
exit 0""")
        return tree

    def test_one_test_builds_what_it_needs(self):
        tree = self.small_repository()
        for name, targets, said in (
                ("check_text", "mmlint", f"['check_text', '--update'] {tree}/mmlint"),
                ("fixtures/check/hazards/", "mmlint", f"['hazards', '--update'] {tree}/mmlint"),
                ("values/body/B1.py", "mmlint", f"['body/B1.py', '--update'] {tree}/mmlint"),
                ("MM101", "fix_test", "--test-case=every example of every rule --update MM101"),
                ("columns, wide", "base_test", "--test-case=columns\\, wide --update "),
                ("unit.base", "base_test", "--update"),
                ("cli.help", "other mmlint", f"['{tree}/tests/libother.so', '--update'] {tree}/mmlint"),
                ("house.a", None, f"['house.a=a.py', '-x', '--update'] {tree}/mmlint")):
            with self.subTest(name):
                self.machine.log.unlink(missing_ok=True)
                run = self.machine.run("test-one", name, "--update")
                self.assertEqual((run.returncode, run.stdout.strip(), run.stderr), (0, said.strip(), ""))
                built = [call.split("--target ")[1] for call in self.machine.calls("cmake --build")]
                self.assertEqual([each for each in built if each != "build.ninja"], [targets] if targets else [])

    def second_ring(self, *arguments, commits=0, failing=""):
        """Three parts of ten suites; ctest fails for one of them."""
        (self.small_repository() / "mmlint").touch()
        (self.machine.root / "tests/second_ring.json").write_text('{"a": 100, "b": 500, "c": 100}')
        tests = [{"name": f"{part}{number}", "properties": [{"name": "LABELS", "value": ["cli", f"second.{part}"]}]}
                 for part in "abc" for number in range(2)]
        self.machine.tool("git", f"echo {commits}")
        self.machine.tool("ctest", f"""
if [[ $* == *--show-only* ]]; then echo '{json.dumps({"tests": tests})}'; exit; fi
[[ $* != *second*{failing or "none"}* ]]""")
        run = self.machine.run("second-ring", *arguments)
        started = [call.split("second[.]")[1].split("$")[0] for call in self.machine.calls("ctest") if " -L " in call]
        return run, started

    def test_the_second_ring_begins_at_another_part_for_each_commit(self):
        for commits, order in ((0, "abc"), (1, "bca"), (5, "cab")):
            self.machine.log.unlink(missing_ok=True)
            with tempfile.TemporaryDirectory() as folder:
                self.machine = Machine(folder)
                run, started = self.second_ring(commits=commits)
            self.assertEqual((run.returncode, "".join(started)), (0, order), run.stderr)

    def test_a_part_that_would_end_too_late_is_not_started(self):
        run, started = self.second_ring("--until", str(time.time() + 300))
        self.assertEqual((run.returncode, started), (0, ["a", "c"]))
        self.assertIn("not started, since they would end too late: b\n", run.stdout)

    def test_a_part_that_fails_is_named_with_its_command(self):
        run, started = self.second_ring(failing="b")
        self.assertEqual((run.returncode, started), (1, ["a", "b", "c"]))
        self.assertIn("second ring: b FAILED in ", run.stdout)
        self.assertIn("alone: scripts/second-ring b\n", run.stdout)

    def test_a_name_that_no_test_has(self):
        self.small_repository()
        run = self.machine.run("test-one", "check_txt")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertRegex(run.stderr, "^test-one: no test is called 'check_txt': near are .*check_text")
        run = self.machine.run("test-one", "unit.bose")
        self.assertIn("unit.base", run.stderr)
        run = self.machine.run("test-one", "xyzzy")
        self.assertEqual(run.stderr, "test-one: no test is called 'xyzzy'\n")

    def test_what_a_name_may_be_is_said(self):
        self.small_repository()
        run = self.machine.run("test-one", "--help")
        self.assertEqual(run.returncode, 0)
        for kind in ("a fixture", "an example", "a suite", "a C++ case"):
            self.assertIn(kind, run.stdout)
        self.assertEqual(self.machine.run("test-one").returncode, 2)


if __name__ == "__main__":
    unittest.main()
