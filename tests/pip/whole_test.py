"""What takes long: the sdist and the checkout are built by pip, and the wheel for aarch64 by a cross compiler. What
each gives must say of a project what the binary says that is built here. Needs a package index."""

import re
import shutil
import tempfile
import unittest
import zipfile
from pathlib import Path

from installing import BINARY, LIMIT, SOURCE, environment, only, run, script, venv

PROJECT = SOURCE / 'fixtures/cli/check_text/input'
COMMANDS = (['--version'], ['check', '.', '--target', 'gcu'], ['fix', '.', '--diff'], ['show', 'configs'])
COMPILER = ('gcc', 'g++', 'cc', 'c++', 'as', 'ld', 'ar', 'ranlib', 'nm', 'strip')
# What POSIX has and every system that has a compiler; a library asks these which system it is.
POSIX = ('awk', 'basename', 'cat', 'chmod', 'cmp', 'cp', 'cut', 'date', 'dirname', 'echo', 'egrep', 'expr', 'grep', 'head',
         'ls', 'mkdir', 'mv', 'rm', 'rmdir', 'sed', 'sh', 'sort', 'tr', 'uname', 'uniq', 'wc')
# The headers of the libraries, as the system's packages have them.
SYSTEM = re.compile(r'/usr/include/(fmt|tl|nlohmann|CLI|toml\+\+|re2|jemalloc|utf8proc\.h|yaml\.h)')


class WholeTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix='mmlint-pip-')
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name).resolve()

    def says_the_same(self, *program, **more):
        for command in COMMANDS:
            here = run(BINARY, *command, cwd=PROJECT, check=False)
            there = run(*program, *command, cwd=PROJECT, check=False, **more)
            self.assertEqual((here.returncode, here.stdout), (there.returncode, there.stdout), command)

    def test_the_sdist_needs_a_compiler_alone(self):
        script('sdist', self.folder)
        sdist = only(self.folder.glob('*.tar.gz'))
        self.assertLess(sdist.stat().st_size, LIMIT)
        tools = self.folder / 'tools'
        tools.mkdir()
        for tool in (*COMPILER, *POSIX):
            (tools / tool).symlink_to(shutil.which(tool))
        programs, tree = venv(self.folder / 'venv'), self.folder / 'tree'
        variables = environment(PATH=f'{programs}:{tools}')
        for tool in ('cmake', 'ninja', 'npm', 'git', 'ccache'):
            self.assertIsNone(shutil.which(tool, path=variables['PATH']))
        # Without optimisation, which takes a third of the time.
        run(programs / 'pip', 'install', '-C', f'build-dir={tree}', '-C', 'cmake.build-type=None', sdist, env=variables)
        self.says_the_same(programs / 'python', '-m', 'mmlint')
        # A library that the sdist lacks would be the system's on this machine.
        read = run('ninja', '-C', tree, '-t', 'deps').stdout
        self.assertIn('third_party/sources/fmt/include/fmt/format.h', read)
        self.assertIsNone(SYSTEM.search(read))
        linked = run('ninja', '-C', tree, '-t', 'commands', 'mmlint').stdout
        self.assertIn('libmmlint_re2_sources.a', linked)
        self.assertIsNone(re.search(r'/usr/lib\S*\.a', linked))

    def test_pip_installs_a_checkout(self):
        checkout = self.folder / 'checkout'
        listed = run('git', '-C', SOURCE, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').stdout
        for name in filter(None, listed.split('\0')):
            if (SOURCE / name).is_file():
                (checkout / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(SOURCE / name, checkout / name)
        programs = venv(self.folder / 'venv')
        run(programs / 'pip', 'install', '.', cwd=checkout, env=environment())
        self.says_the_same(programs / 'mmlint')
        self.says_the_same(programs / 'python', '-m', 'mmlint')

    def test_aarch64(self):
        script('wheel', 'aarch64', self.folder)
        wheel = only(self.folder.glob('*.whl'))
        self.assertTrue(wheel.name.endswith('-py3-none-manylinux2014_aarch64.musllinux_1_1_aarch64.whl'), wheel)
        self.assertLess(wheel.stat().st_size, LIMIT)
        with zipfile.ZipFile(wheel) as archive:
            name = only(name for name in archive.namelist() if name.endswith('/scripts/mmlint'))
            program = Path(archive.extract(name, self.folder))
        program.chmod(0o755)
        self.says_the_same('qemu-aarch64', program)


if __name__ == '__main__':
    unittest.main(verbosity=2)
