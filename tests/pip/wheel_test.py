"""The wheel, as pip, uv and pipx install it, and as other programs judge it.

The programs that judge are installed below MMLINT_BUILD once, which needs a package index the first time."""

import os
import platform
import shutil
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

from installing import BINARY, BUILD, CONFIG, LIMIT, SOURCE, WHEELS, environment, files, only, run, venv

WHEEL = only(WHEELS.glob('*.whl'))
JUDGES = ('wheel==0.48.0', 'check-wheel-contents==0.6.3', 'auditwheel==6.8.2', 'uv==0.13.9', 'pipx==1.18.4')
MACHINE = platform.machine()
# In the place of the program, to say which one was started with which arguments.
WITNESS = '#!/bin/sh\necho "$0:$#:$*"\nexit 7\n'


def judges():
    """The folder of the installed programs that judge."""
    folder = BUILD / 'venv-pip-judges'
    asked = folder / 'installed'
    if not asked.exists() or asked.read_text() != ' '.join(JUDGES):
        shutil.rmtree(folder, ignore_errors=True)
        run(venv(folder) / 'pip', 'install', '--quiet', '--disable-pip-version-check', *JUDGES)
        asked.write_text(' '.join(JUDGES))
    return folder / 'bin'


class WheelTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix='mmlint-pip-')
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name).resolve()

    def test_without_a_compiler_and_without_a_network(self):
        """Installs, checks and fixes a folder elsewhere, and leaves nothing behind."""
        programs = venv(self.folder / 'venv')
        before = files(self.folder / 'venv')
        variables = environment(WHEELS, PATH=programs, HOME=self.folder)
        for compiler in ('cc', 'gcc', 'g++', 'clang', 'cmake', 'ninja'):
            self.assertIsNone(shutil.which(compiler, path=variables['PATH']))
        run(programs / 'pip', 'install', 'mmlint', env=variables)
        self.assertEqual(BINARY.read_bytes(), (programs / 'mmlint').read_bytes())

        project = self.folder / 'pro ject' / 'configs'
        project.mkdir(parents=True)
        config = project / '配置.py'
        ways = (['mmlint'], ['python', '-m', 'mmlint'])

        def both(*arguments):
            """(exit code, output) of the program, which `python -m` must give too."""
            first, second = (run(*way, *arguments, cwd=project, env=variables, check=False) for way in ways)
            self.assertEqual((first.returncode, first.stdout), (second.returncode, second.stdout))
            return first.returncode, first.stdout

        self.assertEqual((0, run(BINARY, '--version').stdout), both('--version'))
        self.assertEqual(0, both('--help')[0])
        config.write_text(CONFIG.format(backend='nccl'), encoding='utf-8')
        code, output = both('check', '.', '--target', 'gcu', '--format', 'concise')
        self.assertEqual(1, code, output)
        self.assertIn('配置.py:3:', output)
        self.assertIn('MM101', output)
        run('mmlint', 'fix', '.', '--target', 'gcu', cwd=project, env=variables)
        self.assertEqual(CONFIG.format(backend='gloo'), config.read_text(encoding='utf-8'))
        self.assertEqual(0, both('check', '.', '--target', 'gcu')[0])

        run(programs / 'pip', 'uninstall', '--yes', 'mmlint', env=variables)
        self.assertEqual(before, files(self.folder / 'venv'))

    def test_python_starts_the_program_of_its_own_installation(self):
        """Wherever it is, and although another program of the name is on PATH."""
        programs = venv(self.folder / 'venv', '--system-site-packages')
        decoy = self.folder / 'bin'
        decoy.mkdir()
        variables = environment(WHEELS, PATH=decoy, PYTHONUSERBASE=self.folder / 'user')
        for name, options in (('user', ['--user']), ('venv', []), ('target', ['--target', self.folder / 'target']),
                              ('prefix', ['--prefix', self.folder / 'prefix'])):
            with self.subTest(name):
                run(programs / 'pip', 'install', '--ignore-installed', *options, 'mmlint', env=variables)
                program = self.folder / name / 'bin' / 'mmlint'
                program.write_text(WITNESS)
                (decoy / 'mmlint').write_text(WITNESS)
                (decoy / 'mmlint').chmod(0o755)
                package = only((self.folder / name).rglob('mmlint/__main__.py')).parents[1]
                done = run(programs / 'python', '-m', 'mmlint', 'a b', '', 'c', check=False,
                           env={**variables, 'PYTHONPATH': str(package)})
                self.assertEqual((7, f'{program}:3:a b  c\n'), (done.returncode, os.path.normpath(done.stdout)))
        program.unlink()
        done = run(programs / 'python', '-m', 'mmlint', check=False, env={**variables, 'PYTHONPATH': str(package)})
        self.assertEqual(1, done.returncode)
        self.assertIn('install mmlint again', done.stdout)

    def test_pip_takes_it_where_it_runs_and_nowhere_else(self):
        """Old C libraries, musl and old Pythons; not another machine or system."""
        variables = environment(WHEELS)
        for system, taken in (('manylinux2014_' + MACHINE, True), ('musllinux_1_1_' + MACHINE, True),
                              ('manylinux2014_riscv64', False), ('win_amd64', False), ('macosx_11_0_arm64', False)):
            done = run(sys.executable, '-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--platform',
                       system, '--python-version', '37', '--dest', self.folder / system, 'mmlint', check=False,
                       env=variables)
            self.assertEqual(taken, done.returncode == 0, done.stdout)
            self.assertEqual(taken, (self.folder / system / WHEEL.name).exists())

    def test_it_is_small(self):
        self.assertLess(WHEEL.stat().st_size, LIMIT)

    def test_it_holds_the_licenses(self):
        with zipfile.ZipFile(WHEEL) as wheel:
            kept = {name.split('/licenses/', 1)[1]: wheel.read(name)
                    for name in wheel.namelist() if '/licenses/' in name}
        expected = ['LICENSE', 'THIRD_PARTY.md',
                    *(f'third_party/licenses/{path.name}' for path in (SOURCE / 'third_party/licenses').iterdir())]
        self.assertEqual({name: (SOURCE / name).read_bytes() for name in expected}, kept)

    def test_others_find_nothing_wrong(self):
        """The checksums in its list of files, its names and metadata, and which libraries its program needs."""
        programs = judges()
        run(programs / 'wheel', 'unpack', '--dest', self.folder, WHEEL)
        self.assertIn('OK', run(programs / 'check-wheel-contents', WHEEL).stdout)
        shown = run(programs / 'auditwheel', 'show', WHEEL).stdout
        self.assertIn('requires no external shared libraries', ' '.join(shown.split()))
        # With validation, `packaging` refuses an unknown field, license expression, classifier or version.
        read = ('import sys, zipfile; from packaging.metadata import Metadata; z = zipfile.ZipFile(sys.argv[1]); '
                'name = next(n for n in z.namelist() if n.endswith(".dist-info/METADATA")); '
                'm = Metadata.from_email(z.read(name), validate=True); print(m.name, m.version)')
        version = run(BINARY, '--version').stdout.splitlines()[0]
        self.assertEqual(version, run(programs / 'python', '-c', read, WHEEL).stdout.strip())
        # A file that is not what the list says is seen.
        spoilt = self.folder / WHEEL.name
        with zipfile.ZipFile(WHEEL) as wheel, zipfile.ZipFile(spoilt, 'w') as other:
            for name in wheel.namelist():
                other.writestr(name, wheel.read(name) + (b'#' if name.endswith('__main__.py') else b''))
        self.assertNotEqual(0, run(programs / 'wheel', 'unpack', '--dest', self.folder, spoilt, check=False).returncode)

    def test_uvx_and_pipx_run_it(self):
        programs = judges()
        variables = environment(WHEELS, PATH=f'{programs}:{os.environ["PATH"]}', HOME=self.folder,
                                UV_CACHE_DIR=self.folder / 'uv', PIPX_HOME=self.folder / 'pipx')
        version = run(BINARY, '--version').stdout
        for command in (['uvx', '--quiet', '--offline', 'mmlint'],
                        ['pipx', 'run', '--spec', WHEEL, 'mmlint']):
            # At the end: a first run says what it installs.
            done = run(programs / command[0], *command[1:], '--version', env=variables)
            self.assertTrue(done.stdout.endswith(version), done.stdout)


if __name__ == '__main__':
    unittest.main(verbosity=2)
