"""Bad input from outside: a clear message and exit code 2, or a finding; never a crash, a hang, much memory
or a changed file."""

import json
import os
import pty
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

import binary
from binary import run

NCCL = ("model = dict(type='A')\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\n"
        "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n"
        "model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)\n")
GOOD = NCCL.replace('nccl', 'gloo')
MEGABYTE = 1 << 20


def wrong(done):
    """The diagnostics of a JSON report but for the information that nothing starts the config."""
    return [each for each in json.loads(done.out)['diagnostics'] if each['code'] != 'MM201']


class Case(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix='mmlint-bad-')
        self.addCleanup(temporary.cleanup)
        self.dir = Path(temporary.name).resolve() / 'project'
        self.dir.mkdir()
        for folder in (self.dir.parent, self.dir):
            folder.chmod(0o755)

    def write(self, name, content):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def tree(self, folder=None):
        return {str(path): path.read_bytes() for path in sorted((folder or self.dir).rglob('*'))
                if path.is_file() and not path.is_symlink() and os.access(path, os.R_OK)}

    def calm(self, done, *codes):
        """The run ended with one of these codes and without anything that looks like a crash."""
        self.assertIn(done.code, codes, done.text[-2000:])
        for word in ('terminate called', 'what():', 'Sanitizer', 'runtime error', 'Traceback',
                     'internal error', 'core dumped'):
            self.assertNotIn(word, done.text)
        return done

    def refused(self, *arguments, names, **more):
        """Exit code 2, one short message that names the culprit, nothing on standard output, nothing changed."""
        before = self.tree()
        done = self.calm(run(*arguments, cwd=more.pop('cwd', self.dir), **more), 2)
        for name in [names] if isinstance(names, str) else names:
            self.assertIn(name, done.err.decode(errors='replace'))
        self.assertLessEqual(done.err.count(b'\n'), 12, done.text)
        self.assertEqual(before, self.tree())
        return done

    def codes(self, *arguments, **more):
        """The codes that `check` finds, as a sorted list, through JSON."""
        done = self.calm(run('check', '--format', 'json', *arguments, cwd=self.dir, **more), 0, 1)
        return sorted(d['code'] for d in wrong(done))

    def assert_found_and_kept(self, *codes):
        """`check .` finds one of these codes, and `fix .` leaves every byte as it is."""
        found = self.codes('.')
        self.assertTrue(set(found) & set(codes), found)
        before = self.tree()
        self.calm(run('fix', '.', cwd=self.dir), 1, 2)
        self.assertEqual(before, self.tree())


class Paths(Case):

    def test_missing_path(self):
        for command in ('check', 'fix'):
            self.refused(command, 'configs/nowhere.py', names='configs/nowhere.py')
        self.write('configs/a.py', GOOD)
        self.refused('check', 'configs/a.py', 'configs/typo', names='configs/typo')

    def test_no_path(self):
        """`check` means the current folder then; what writes wants to be told where."""
        self.write('configs/a.py', NCCL)
        done = self.calm(run('check', '--format', 'concise', cwd=self.dir), 1)
        self.assertIn(b'configs/a.py:3:38: error MM101', done.out)
        self.calm(run('fix', cwd=self.dir), 2)

    def test_empty_folder(self):
        for command in ('check', 'fix'):
            self.calm(run(command, '.', cwd=self.dir), 0)

    def test_unreadable_file(self):
        self.write('configs/a.py', NCCL).chmod(0)
        self.refused('check', 'configs/a.py', names='a.py', as_nobody=True)
        self.write('configs/b.py', NCCL)
        done = self.calm(run('check', '.', cwd=self.dir, as_nobody=True), 2)
        self.assertIn('a.py', done.err.decode())
        self.assertIn('MM101', done.out.decode(), 'the other file is still judged')

    def test_may_not_read_a_script(self):
        """The others are judged all the same."""
        self.write('tools/a.py', '').chmod(0)
        self.write('tools/b.py', "import torch\n\ntorch.cuda.set_device(0)\n")
        done = self.calm(run('check', '.', cwd=self.dir, as_nobody=True), 2)
        self.assertIn('MM501', done.out.decode())

    def test_unreadable_base(self):
        """It exists: MMEngine raises PermissionError, and nobody is asked whether they meant it."""
        self.write('closed/base.py', NCCL)
        self.write('secret.py', NCCL).chmod(0)
        for folder, mode in (('closed', 0), ('closed', 0o755)):
            (self.dir / folder).chmod(mode)
            for base in ('closed/base.py', 'secret.py'):
                if mode:
                    (self.dir / base).chmod(0)
                with self.subTest(f'{base} {mode:o}'):
                    self.write('a.py', f"_base_ = '{base}'\n")
                    done = self.calm(run('check', 'a.py', cwd=self.dir, as_nobody=True), 1, 2)
                    self.assertIn(f"raises PermissionError: [Errno 13] Permission denied: '{base}'", done.text)
                    self.assertNotIn('did you mean', done.text)
        (self.dir / 'closed').chmod(0)
        self.addCleanup((self.dir / 'closed').chmod, 0o755)
        self.refused('check', 'closed/base.py', names='permission denied', as_nobody=True)

    def test_unreadable_folder(self):
        self.write('configs/closed/a.py', NCCL)
        (self.dir / 'configs/closed').chmod(0)
        self.addCleanup((self.dir / 'configs/closed').chmod, 0o755)
        self.refused('check', '.', names='closed', as_nobody=True)

    def test_dangling_symlink(self):
        (self.dir / 'configs').mkdir()
        (self.dir / 'configs/a.py').symlink_to('nowhere.py')
        self.refused('check', 'configs/a.py', names='a.py')
        self.calm(run('check', '.', cwd=self.dir), 0, 2)

    def test_fifo(self):
        (self.dir / 'configs').mkdir()
        os.mkfifo(self.dir / 'configs/a.py')
        self.refused('check', 'configs/a.py', names='a.py', timeout=20)
        self.calm(run('check', '.', cwd=self.dir, timeout=20), 0, 2)

    def test_folder_loop(self):
        self.write('configs/a.py', NCCL)
        (self.dir / 'configs/again').symlink_to('..')
        self.assertEqual(['MM101'], self.codes('.'))
        (self.dir / 'x').symlink_to('y')
        (self.dir / 'y').symlink_to('x')
        self.refused('check', 'x', names='x')

    def test_secrets_elsewhere(self):
        """A config may name any file of the machine; what is in it is not printed."""
        self.write('secret/environ', 'TOKEN=hidden word\n')
        self.write('secret/settings.json', '{"token": hidden}\n')
        self.write('project/mmlint.toml', '')
        self.write('project/configs/a.py', f"_base_ = '{self.dir}/secret/environ'\n")
        self.write('project/configs/b.py', f"_base_ = '{self.dir}/secret/settings.json'\n")
        self.write('project/configs/d.py', f"a = open('{self.dir}/secret/environ').read()\nb = dict(c=a)\n")
        (self.dir / 'project/configs/c.py').symlink_to('../../secret/environ')
        for command in (['check', '.'], ['check', '--format', 'json', '.'], ['fix', '--diff', '.'], ['show', '.']):
            done = self.calm(run(*command, cwd=self.dir / 'project'), 0, 1)
            self.assertNotIn('hidden', done.text)

    def test_folder_named_like_a_config(self):
        self.write('configs/a.py/b.py', NCCL)
        self.assertEqual(['MM101'], self.codes('.'))

    def test_deleted_working_folder(self):
        gone = self.dir / 'gone'
        gone.mkdir()
        process = subprocess.run(['sh', '-c', 'cd gone && rmdir ../gone && "$0" check .', binary.MMLINT],
                                 cwd=self.dir, capture_output=True, env=binary.ENVIRONMENT, timeout=20)
        self.assertEqual(2, process.returncode, process.stderr)

    def test_names_that_hurt(self):
        """A Chinese name, a space, a quote, a newline, bytes that are no UTF-8."""
        names = ['configs/果园 配置.py', "configs/it's.py", 'configs/two\nlines.py', 'configs/"quoted".py',
                 'configs/-dash.py', 'configs/back\\slash.py']
        for name in names:
            self.write(name, NCCL)
        done = self.calm(run('check', '--format', 'json', '.', cwd=self.dir), 1)
        paths = sorted(os.path.basename(d['path']) for d in wrong(done))
        self.assertEqual(sorted(os.path.basename(name) for name in names), paths)
        done = self.calm(run('check', '--format', 'concise', '.', cwd=self.dir), 1)
        self.assertEqual(len(names), sum(b': error MM101' in line for line in done.out.splitlines()))
        self.assertNotIn(b'two\nlines', done.out)
        git = ['git', '-c', 'core.autocrlf=false']
        subprocess.run([*git, 'init', '-q'], cwd=self.dir, check=True)
        diff = self.calm(run('fix', '--diff', '.', cwd=self.dir), 1).out
        subprocess.run([*git, 'apply'], cwd=self.dir, input=diff, check=True)
        for name in names:
            self.assertEqual(NCCL.replace('nccl', 'gloo'), (self.dir / name).read_text(), name)

    def test_name_that_is_not_utf8(self):
        path = os.path.join(os.fsencode(self.dir), b'configs', b'a\xff.py')
        os.makedirs(os.path.dirname(path))
        with open(path, 'wb') as stream:
            stream.write(NCCL.encode())
        for form in ('text', 'json', 'jsonl', 'github', 'concise'):
            done = self.calm(run('check', '--format', form, '.', cwd=self.dir), 0, 1, 2)
            done.out.decode('utf-8')  # what we print is always UTF-8

    def test_name_with_a_surrogate(self):
        """Three bytes that encode half of a character, which no strict reader of UTF-8 takes."""
        with open(os.path.join(os.fsencode(self.dir), b'sur\xed\xa0\x80.py'), 'wb') as stream:
            stream.write(NCCL.encode())
        known = run('check', '--format', 'none', '.', cwd=self.dir).err.decode().rpartition('known: ')[2].strip()
        self.assertIn('junit', known)
        for form in known.split(', '):
            with self.subTest(form):
                done = self.calm(run('check', '--format', form, '.', cwd=self.dir), 1)
                done.out.decode('utf-8')
                if form == 'junit':
                    self.assertIn('sur\\xed\\xa0\\x80.py', ' '.join(
                        value for each in ElementTree.fromstring(done.out).iter() for value in each.attrib.values()))


class Files(Case):

    def test_base_cycle(self):
        self.write('configs/a.py', "_base_ = './b.py'\nx = 1\n")
        self.write('configs/b.py', "_base_ = ['./a.py']\nx = 2\n")
        self.assert_found_and_kept('MM003')
        self.write('configs/self.py', "_base_ = 'self.py'\n")
        self.assertIn('MM003', self.codes('configs/self.py'))

    def test_missing_base(self):
        self.write('configs/a.py', "_base_ = ['./gone.py']\n" + NCCL)
        self.assert_found_and_kept('MM002')

    def test_not_utf8(self):
        self.write('configs/a.py', NCCL.encode() + '# 果园\n'.encode('gb18030'))
        self.assert_found_and_kept('MM010')

    def test_byte_order_mark(self):
        path = self.write('configs/a.py', b'\xef\xbb\xbf' + GOOD.encode())
        self.assertIn('MM010', self.codes('.'))
        self.calm(run('fix', '.', cwd=self.dir), 0, 1)
        self.assertEqual(GOOD.encode(), path.read_bytes().removeprefix(b'\xef\xbb\xbf'))

    def test_lone_cr(self):
        """MMEngine reads a lone CR as a line end: the same findings, and the bytes stay CR."""
        path = self.write('configs/a.py', NCCL.replace('\n', '\r'))
        done = self.calm(run('check', '--format', 'json', '.', cwd=self.dir), 1)
        found = [(d['code'], d['line'], d['column']) for d in wrong(done)]
        self.assertEqual([('MM101', 3, 38)], found)
        self.calm(run('fix', '.', cwd=self.dir), 0)
        self.assertEqual(GOOD.replace('\n', '\r').encode(), path.read_bytes())

    def test_nul_bytes(self):
        self.write('configs/a.py', NCCL.encode() + b'x = "\0"\n')
        self.assert_found_and_kept('MM001', 'MM010')

    def test_random_bytes(self):
        import random
        self.write('configs/a.py', random.Random(1).randbytes(200_000))
        self.assert_found_and_kept('MM001', 'MM010')

    def test_empty_file(self):
        self.write('configs/a.py', b'')
        self.write('configs/b.py', b'\n\n')
        self.assertEqual([], self.codes('.'))

    def hostile(self, content, *codes, seconds=20):
        """Ends soon and under 200 MB, with one of these codes (none: any result but a crash)."""
        self.write('configs/a.py', content)
        for command in (['check', '--format', 'json'], ['fix']):
            before = self.tree()
            done = self.calm(run(*command, '.', cwd=self.dir, timeout=seconds), 0, 1)
            if not binary.is_sanitized():
                self.assertLess(done.peak, 200 * MEGABYTE)
            self.assertEqual(before, self.tree())
            if command[0] == 'check' and codes:
                found = {d['code'] for d in wrong(done)}
                self.assertTrue(found & set(codes), found)

    def test_five_megabytes_of_brackets(self):
        self.hostile(b'[' * (5 * MEGABYTE), 'MM001', 'MM013')

    def test_nested_brackets(self):
        self.hostile('_base_ = []\nx = ' + '[' * 10000 + ']' * 10000 + '\n', 'MM001', 'MM013')
        self.hostile('_base_ = []\nx = ' + 'dict(a=' * 10000 + '1' + ')' * 10000 + '\n', 'MM001', 'MM013')

    def test_other_depths(self):
        for text in ('x = ' + '-' * 100000 + '1', 'x = ' + 'not ' * 50000 + 'True', 'x = 1' + '+1' * 100000,
                     'x = a' + '.b' * 100000, 'x = a' + '[0]' * 50000, 'x = 1' + ' if 1 else 1' * 20000,
                     'x = ' + 'lambda: ' * 20000 + '1', "x = 'a'" + " 'a'" * 100000,
                     'x = ' + '(' * 150 + '1' + '+1)' * 150,
                     '\n'.join(' ' * depth + 'if 1:' for depth in range(3000)) + '\n' + ' ' * 3001 + 'x=1',
                     'x = [1]\n' + 'x = x + x\n' * 60, "x = 'a'\n" + 'x = x * 1000\n' * 30,
                     'x = 9 ** 9 ** 9 ** 9', 'x = 1 << 10 ** 12', 'x = [0] * 10 ** 12', "x = 'a' * 10 ** 12",
                     'x = list(range(10 ** 12))', 'x = [0 for i in range(10 ** 9)]',
                     'x = {}\n' + 'x = dict(a=x, b=x)\n' * 60, 'while True:\n    x = 1',
                     "x = f'{" * 100 + "1" + "}'" * 100, 'x = """' + 'a' * 1000000):
            with self.subTest(text[:40]):
                self.hostile('_base_ = []\n' + text + '\n')

    def test_one_megabyte(self):
        item = "    dict(type='LoadImageFromFile', backend_args=None, scale=(1024, 512)),\n"
        text = 'pipeline = [\n' + item * (MEGABYTE // len(item)) + ']\n'
        self.write('configs/a.py', NCCL + text)
        self.assertGreater(len(text), 1_000_000)
        self.assertEqual(['MM101'], self.codes('.', timeout=20))

    def test_too_large(self):
        self.hostile(b'_base_ = []\n' + b'# a comment\n' * 800_000, 'MM013')

    def test_long_line(self):
        self.write('configs/a.py', NCCL + 'x = [' + '1, ' * 500_000 + ']\n')
        for form in ('text', 'github', 'json'):
            self.calm(run('check', '--format', form, '.', cwd=self.dir, timeout=20), 1)

    def test_many_bases(self):
        """A chain of 1,000 files, and 40 levels of two files that each inherit both below: 2^40 roads."""
        self.write('configs/c0.py', NCCL)
        for number in range(1, 1000):
            self.write(f'configs/c{number}.py', f"_base_ = './c{number - 1}.py'\n")
        self.calm(run('check', 'configs', cwd=self.dir, timeout=30), 0, 1)
        for level in range(40):
            for side in 'ab':
                below = "'./dia{0}.py', './dib{0}.py'".format(level - 1) if level else ''
                self.write(f'diamond/configs/di{side}{level}.py', f'_base_ = [{below}]\n')
        self.calm(run('check', 'diamond', cwd=self.dir, timeout=30), 0, 1)


class Writing(Case):

    def test_read_only_file(self):
        self.write('configs/a.py', NCCL).chmod(0o444)
        (self.dir / 'configs').chmod(0o777)
        self.refused('fix', '.', names='a.py', as_nobody=True)

    def test_read_only_folder(self):
        self.write('configs/a.py', NCCL).chmod(0o666)
        (self.dir / 'configs').chmod(0o555)
        self.addCleanup((self.dir / 'configs').chmod, 0o755)
        self.refused('fix', '.', names='a.py', as_nobody=True)

    def test_only_what_was_written_counts(self):
        (self.dir / 'configs').mkdir()
        (self.dir / 'configs').chmod(0o777)
        for name, mode in (('a', 0o444), ('b', 0o666), ('c', 0o444)):
            path = self.write(f'configs/{name}.py', NCCL)
            path.chmod(mode)
            if os.geteuid() == 0:
                os.chown(path, binary.NOBODY, binary.NOBODY)
        done = self.calm(run('fix', '.', cwd=self.dir, as_nobody=True), 2)
        self.assertIn('Fixed 1 finding in 1 file, which changes 1 config.', done.text)
        self.assertIn('Left: 2 errors and 3 information findings in 3 configs', done.text)
        self.assertNotIn('Nothing left', done.text)
        self.assertEqual([NCCL, GOOD, NCCL], [(self.dir / f'configs/{name}.py').read_text() for name in 'abc'])

    def test_mode_and_neighbours_are_kept(self):
        path = self.write('configs/a.py', NCCL)
        path.chmod(0o640)
        (self.dir / 'configs/link.txt').symlink_to('a.py')
        self.calm(run('fix', '.', cwd=self.dir), 0)
        self.assertEqual(GOOD, path.read_text())
        self.assertEqual(0o640, path.stat().st_mode & 0o7777)
        self.assertEqual(['a.py', 'link.txt'], sorted(os.listdir(self.dir / 'configs')))

    def test_outside_the_root(self):
        """Neither a base outside the project nor what a symlink leads to is edited."""
        subprocess.run(['git', 'init', '-q', 'inner'], cwd=self.dir, check=True)
        base = self.write('outer/configs/base.py', NCCL)
        leaf = self.write('inner/configs/a.py', "_base_ = '../../outer/configs/base.py'\n")
        (self.dir / 'inner/configs/link.py').symlink_to('../../outer/configs/base.py')
        self.calm(run('fix', '.', cwd=self.dir / 'inner'), 0, 1)
        self.assertEqual(NCCL, base.read_text())
        self.assertTrue((self.dir / 'inner/configs/link.py').is_symlink())
        self.assertIn("backend='gloo'", leaf.read_text())

    def test_ignored_by_git(self):
        subprocess.run(['git', 'init', '-q'], cwd=self.dir, check=True)
        self.write('.gitignore', 'work_dirs/\n')
        path = self.write('work_dirs/configs/dump.py', NCCL)
        self.calm(run('fix', '.', cwd=self.dir), 0, 1)
        self.assertEqual(NCCL, path.read_text())

    def many(self, count=600):
        return [self.write(f'configs/a{number:04}.py', NCCL) for number in range(count)]

    def test_changed_while_fixing(self):
        """Another program writes a file after mmlint read it: that text stays, and mmlint says so."""
        for attempt in range(5):
            paths = self.many()
            process = binary.start('fix', '.', cwd=self.dir)
            while process.poll() is None and paths[0].read_text() == NCCL:
                pass
            was = paths[-1].read_text()
            new = self.dir / 'configs/new.txt'
            new.write_text(NCCL + 'mine = 1\n')
            if was == NCCL and paths[-1].read_text() == NCCL:
                os.replace(new, paths[-1])
                out, err = process.communicate(timeout=60)
                if paths[-1].read_text() == NCCL + 'mine = 1\n':
                    self.assertEqual(2, process.returncode, err)
                    self.assertIn('a0599.py', err.decode())
                    return
                self.fail('the text of another program is lost')
            process.communicate(timeout=60)
            new.unlink()
        self.skipTest('mmlint was too fast five times')

    def test_interrupt(self):
        """Ctrl-C: every file is as before or as after, nothing else is left behind."""
        paths = self.many()
        process = binary.start('fix', '.', cwd=self.dir)
        while process.poll() is None and paths[0].read_text() == NCCL:
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertIn(process.returncode, (130, -signal.SIGINT), err)
        self.assertEqual(sorted(path.name for path in paths), sorted(os.listdir(self.dir / 'configs')))
        for path in paths:
            self.assertIn(path.read_text(), (NCCL, GOOD), path.name)


class CommandLine(Case):
    """Words that mean nothing are errors, and nothing is judged in their place."""

    def setUp(self):
        super().setUp()
        self.write('configs/a.py', NCCL)

    def test_empty(self):
        for words in (['check', ''], ['show', ''], ['check', '--root', '', '.'], ['check', '--root=', '.'],
                      ['fix', '--root', '', '.'], ['check', '--files-from', ''], ['check', '--files-from=', '.'],
                      ['check', '--package', 'x=', '.'], ['check', '--package', '', '.'],
                      ['check', '--python-path', '', '.']):
            with self.subTest(' '.join(words)):
                done = binary.run(*words, cwd=self.dir)
                self.calm(done, 2)
                self.assertNotIn('MM101', done.text)
                self.assertEqual(NCCL, (self.dir / 'configs/a.py').read_text())

    def test_two_reports(self):
        (self.dir / 'link').symlink_to('.')
        (self.dir / 'leads').symlink_to('out.json')  # which is not there yet
        for second in ('out.json', './out.json', 'link/out.json', 'leads', str(self.dir / 'out.json')):
            with self.subTest(second):
                done = binary.run('check', '--format', 'json', '--format', 'jsonl', '--output', 'out.json', '--output',
                                  second, '.', cwd=self.dir)
                self.calm(done, 2)
                self.assertIn('two reports go to', done.text)
                self.assertFalse((self.dir / 'out.json').exists())

    def test_help_on_a_full_disk(self):
        for words in (['--help'], ['check', '--help'], ['--version']):
            with open('/dev/full', 'wb') as full, binary.start(*words, cwd=self.dir, stdout=full) as process:
                error = process.stderr.read()
                self.assertEqual(2, process.wait(), words)
                self.assertIn(b'cannot write', error)

    def test_commands_of_ci(self):
        """No line begins like a command that CI obeys, whatever a file is called."""
        self.write('configs/::error file=x::boo.py', NCCL)
        for words in ('', '--format concise', '--statistics'):
            done = binary.run('check', *words.split(), '.', cwd=self.dir / 'configs')
            self.calm(done, 1)
            self.assertFalse([line for line in done.text.splitlines() if line.startswith('::')], words)

    def test_commands_of_ci_in_errors(self):
        """A CI reads standard error for commands as well."""
        done = run('check', 'no\n::error::where.py', '.', '--format', 'concise', cwd=self.dir)
        self.calm(done, 2)
        self.assertEqual([line for line in done.text.split('\n') if line.lstrip().startswith('::')], [])
        self.assertIn(r'no\n::error::where.py', done.text)


class Terminal(Case):
    """Nothing that a terminal would obey is printed to one, whoever wrote it."""

    HARMFUL = ('\x1b', '\x07', '\u202e', '\u2066')

    def on_terminal(self, *words):
        ours, theirs = pty.openpty()
        with binary.start(*words, cwd=self.dir, stdout=theirs) as process:
            os.close(theirs)
            out = b''
            while True:
                try:
                    more = os.read(ours, 65536)
                except OSError:  # nobody writes any more
                    break
                if not more:
                    break
                out += more
            os.close(ours)
            return (process.stderr.read() + out).decode()

    def assert_harmless(self, text):
        for character in self.HARMFUL:
            self.assertNotIn(character, text)

    def test_files(self):
        bad = '\x1b[31m\x07\u202e\u2066'
        self.write('configs/a.py', NCCL.rstrip() + f"  # {bad}\nname = '{bad[5:]}'\n")
        for words in ('fix --diff', 'check --format concise', 'check --color never', 'fix --diff --color never'):
            with self.subTest(words):
                text = self.on_terminal(*words.split(), 'configs')
                self.assertIn('gloo' if 'diff' in words else 'MM101', text)
                self.assert_harmless(text.replace('\x1b[', '') if words == 'fix --diff' else text)
        diff = binary.run('fix', '--diff', 'configs', cwd=self.dir).out.decode()
        self.assertIn(bad, diff)

    def test_words(self):
        bad = 'x\x1b[31m\x07\u202e'
        for words in (['check', bad], [bad], ['check', '--target', bad, '.'], ['check', '--' + bad, '.'],
                      ['why', 'a.py', bad], ['check', '--files-from', bad], ['check', '--format', bad, '.'],
                      ['show', bad], ['rules', bad]):
            with self.subTest(words[0]):
                done = binary.run(*words, cwd=self.dir)
                self.calm(done, 2)
                self.assert_harmless(done.text)


class Suppressions(Case):
    """A comment of which nobody can say that it suppresses nothing stays where it is."""

    KEPT = "model = dict(type='A')\nenv_cfg = dict(cudnn_benchmark=True)  # mmlint: ignore[MM101]\n"

    def assert_unused(self, *names):
        done = binary.run('check', '--format', 'concise', '.', cwd=self.dir)
        self.calm(done, 0, 1)
        found = {line.split(':')[0] for line in done.text.splitlines() if 'MM011' in line}
        self.assertEqual(set(names), found, done.text)
        before = self.tree()
        binary.run('fix', '--unsafe', '.', cwd=self.dir)
        changed = {name for name, text in self.tree().items() if text != before[name]}
        self.assertEqual({str(self.dir / name) for name in names}, changed)

    def test_whole(self):
        self.write('configs/a.py', self.KEPT)
        self.assert_unused('configs/a.py')

    def test_base_of_an_absent_package(self):
        self.write('configs/a.py', "_base_ = 'mmdet::_base_/default_runtime.py'\n" + self.KEPT)
        self.assert_unused()

    def test_heir_that_does_not_load(self):
        self.write('configs/base.py', self.KEPT)
        self.write('configs/heir.py', "_base_ = ['./base.py', './absent.py']\n")
        self.assert_unused()

    def test_script_that_is_too_big(self):
        self.write('run.sh', '#!/bin/bash\na=(x y)\n' + 'a+=("${a[@]}")\n' * 30 + 'echo  # mmlint: ignore[MM601]\n')
        self.write('whole.sh', '#!/bin/bash\necho  # mmlint: ignore[MM601]\n')
        self.assert_unused('whole.sh')


class Output(Case):
    """--output refuses to overwrite what the run reads, by whatever path, and nothing else."""

    def setUp(self):
        super().setUp()
        self.write('configs/base.py', NCCL)
        self.write('configs/a.py', "_base_ = ['./base.py', '../../outer/far.yaml']\n")
        self.write('configs/tool.py', 'print(1)\n')
        self.write('../outer/far.yaml', 'x: 1\n')
        (self.dir / 'link.txt').symlink_to('configs/base.py')
        os.link(self.dir / 'configs/a.py', self.dir / 'hard.txt')

    def test_inputs_stay(self):
        for command in ('check configs', 'fix configs', 'fix --diff configs', 'show configs', 'show configs/a.py',
                        'why configs/a.py x'):
            for output in ('configs/a.py', 'configs/../configs/base.py', '../outer/far.yaml', 'link.txt', 'hard.txt'):
                with self.subTest(f'{command} --output {output}'):
                    done = self.refused(*command.split(), '--output', output, names='would overwrite')
                    self.assertEqual(b'', done.out)
                    self.assertEqual('x: 1\n', (self.dir / '../outer/far.yaml').read_text())
        self.refused('check', 'configs/a.py', '--output', 'configs/tool.py', names='tool.py')
        self.refused('check', '-', '--stdin-filename', 'configs/a.py', '--output', 'configs/a.py', names='a.py')

    def test_sources_stay(self):
        for name in ('a.py', 'a.pyi', 'a.sh', 'a.bash', 'a.toml', 'a.cfg', '.gitignore', 'requirements.txt'):
            with self.subTest(name):
                self.write(name, 'kept\n')
                self.refused('check', 'configs', '--output', name, names='is no report')
                self.assertEqual('kept\n', (self.dir / name).read_text())

    def test_earlier_reports_go(self):
        for form, name in (('json', 'configs/report.json'), ('text', 'report.txt'), ('json', 'report.yaml')):
            for _ in range(2):
                self.write(name, '{"old": "_base_ = 1"}')
                self.calm(run('check', 'configs', '--format', form, '--output', name, cwd=self.dir), 0, 1)
                self.assertIn('MM101', (self.dir / name).read_text())
        for _ in range(2):
            self.calm(run('show', 'configs/a.py', '--output', 'configs/whole.py', cwd=self.dir), 0)


class Arguments(Case):

    def setUp(self):
        super().setUp()
        self.write('configs/a.py', NCCL)

    def test_unknown_words(self):
        """The nearest right word is offered."""
        for arguments, wrong, right in (
                (['check', '.', '--select', 'MM1O1'], 'MM1O1', 'MM101'),
                (['check', '.', '--ignore', 'MM999'], 'MM999', 'MM'),
                (['check', '.', '--target', 'gcuu'], 'gcuu', 'gcu'),
                (['check', '.', '--target', 'gcu,rocmm'], 'rocmm', 'rocm'),
                (['check', '.', '--fromat', 'json'], '--fromat', '--format'),
                (['fix', '.', '--dif'], '--dif', '--diff'),
                (['check', '.', '--format', 'jsn'], 'jsn', 'json'),
                (['check', '.', '--fail-on', 'eror'], 'eror', 'error'),
                (['chek', '.'], 'chek', 'check')):
            with self.subTest(' '.join(arguments)):
                self.refused(*arguments, names=[wrong, right])

    def test_missing_values(self):
        for arguments in (['check', '.', '--target'], ['check', '.', '--target', ''], ['check', '.', '--jobs', 'x'],
                          ['check', '.', '--jobs', '-1'], ['check', '.', '--root', 'nowhere'],
                          ['check', '.', '--rules', 'nowhere'], ['check', '.', '--files-from', 'nowhere'],
                          ['check', '.', '--output', 'nowhere/out.txt'],
                          ['check', '.', '--package', 'mmdet=nowhere']):
            with self.subTest(' '.join(arguments)):
                self.refused(*arguments, names='' if len(arguments) == 3 else arguments[-1].removeprefix('mmdet='))

    def test_empty_path(self):
        """A variable without a value does not stand for the whole project."""
        for arguments in (['check', ''], ['fix', ''], ['show', ''], ['why', '', 'a'], ['diagnose', ''],
                          ['port', '', '-o', 'configs/b.py']):
            with self.subTest(' '.join(arguments)):
                self.refused(*arguments, names='a path is empty')

    def test_path_that_begins_with_a_dash(self):
        self.write('-a.py', NCCL)
        done = self.calm(run('check', '--format', 'concise', '--', '-a.py', cwd=self.dir), 1)
        self.assertIn(b'-a.py:3:38: error MM101', done.out)
        self.refused('check', '-a.py', names='-a.py')

    def test_list_from_a_pipe(self):
        done = subprocess.run(['bash', '-c', '"$0" check --format concise --files-from <(echo configs)', binary.MMLINT],
                              cwd=self.dir, timeout=60, capture_output=True)
        self.assertEqual(1, done.returncode, done)
        self.assertIn(b'configs/a.py:3:38: error MM101', done.stdout)
        os.mkfifo(self.dir / 'nobody')  # it has no writer, so there is nothing to wait for
        self.calm(run('check', '--files-from', 'nobody', cwd=self.dir, timeout=20), 0, 2)
        self.refused('check', '--files-from', '/dev/zero', names='/dev/zero', timeout=20)

    def test_list_to_the_byte(self):
        """A blank at an end of a path is part of it; a line may end as on Windows."""
        self.write('b.py', GOOD)
        for name in (' b.py', '\tb.py', '\nb.py', ' /b.py', 'b\r.py'):
            self.write(name, NCCL)
            with self.subTest(repr(name)):
                self.assertEqual(['MM101'], self.codes('--files-from', '-', stdin=f'{name}\0'.encode()))
        for text in (' b.py\n', ' b.py\r\n', '\r\n b.py'):
            self.assertEqual(['MM101'], self.codes('--files-from', '-', stdin=text.encode()))
        self.assertEqual([], self.codes('--files-from', '-', stdin=b'b.py\r\n\r\n'))

    def test_rules_that_cannot_judge(self):
        """A clean result is explained where the selected rules had nothing to judge."""
        self.write('configs/broken.py', 'a = 1 / 0\nmodel = dict(type="A")\ntrain_dataloader = dict(batch_size=1)\n')
        note = b"configs that do not load: 1; "
        for command in ('check configs/broken.py --select MM101', 'check configs/broken.py --ignore MM0',
                        'fix configs/broken.py --select MM101'):
            with self.subTest(command):
                self.assertIn(note, self.calm(run(*command.split(), cwd=self.dir), 0).out)
        for command in ('check configs/broken.py', 'check configs/broken.py --select MM032',
                        'check configs/a.py --select MM3'):
            with self.subTest(command):
                self.assertNotIn(note, self.calm(run(*command.split(), cwd=self.dir), 0, 1).out)
        done = self.calm(run('check', '.', '--select', 'MM101', '--ignore', 'MM101', cwd=self.dir), 0)
        self.assertIn(b'nothing was judged', done.out)

    def test_limits_of_ours(self):
        """What bash and Python would take is not called invalid."""
        self.write('long.py', 'import torch\n' + 'a = 1\n' * 200001)
        self.write('sum.py', 'import torch\n' + 'a = 0' + ' + 1' * 400 + '\n')
        for name, head in {'latin.py': '# coding: latin-1', 'latin.sh': '#!/bin/bash'}.items():
            self.write(name, f'{head}\n# caf\xe9 '.encode('latin-1') + b'torch\n')
        self.write('deep.sh', '#!/bin/bash\n' + 'if true; then\n' * 5000 + 'ls\n' + 'fi\n' * 5000)
        for path in ('long.py', 'sum.py', 'latin.py', 'latin.sh', 'deep.sh', '.'):
            with self.subTest(path):
                self.assertIn('MM013', self.codes(path))
                self.assertEqual(run('check', path, cwd=self.dir).code, 1)

    def test_not_utf8(self):
        """Python refuses a script that does not say which encoding it has."""
        self.write('latin.py', 'import torch\n# caf\xe9\n'.encode('latin-1'))
        self.assertEqual(['MM001'], self.codes('latin.py'))
        self.assertEqual(run('check', '.', cwd=self.dir).code, 1)

    def test_launch_script_too_deep(self):
        """What is before the place where it is too deep is judged, and its end fails the run."""
        for name, end in {'words.sh': 'x=' + '$(echo ' * 500 + ')' * 500, 'groups.sh': '{ ' * 500 + ': ' + '; }' * 500,
                          'tests.sh': ' || '.join(['true'] * 20000)}.items():
            self.write(name, f'#!/bin/bash\ntorchrun --nproc_per_node=0 train.py\n{end}\n')
            with self.subTest(name):
                self.assertEqual(self.codes(name), ['MM013', 'MM604', 'MM608'])
                self.assertEqual(run('check', name, cwd=self.dir).code, 1)

    def test_nothing_at_all(self):
        self.calm(run(cwd=self.dir), 0, 2)
        self.assertIn(b'check', self.calm(run('--help', cwd=self.dir), 0).out)
        self.calm(run('check', '--help', cwd=self.dir), 0)
        self.calm(run('--version', cwd=self.dir), 0)

    def test_standard_input(self):
        done = self.calm(run('check', '-', '--stdin-filename', 'configs/new.py', '--format', 'json',
                             cwd=self.dir, stdin=NCCL.encode()), 1)
        found = [(d['code'], os.path.basename(d['path'])) for d in wrong(done)]
        self.assertEqual([('MM101', 'new.py')], found)
        inherits = "_base_ = './a.py'\nmodel_wrapper_cfg = dict(device_ids=[0])\n"
        done = self.calm(run('check', '-', '--stdin-filename', 'configs/new.py', '--format', 'json',
                             cwd=self.dir, stdin=inherits.encode()), 1)
        self.assertEqual({'MM101', 'MM303'}, {d['code'] for d in wrong(done)})
        self.calm(run('check', '-', cwd=self.dir, stdin=b'\xff\xfe\x00'), 0, 1, 2)

    def test_standard_input_that_cannot_be_read(self):
        """An editor that takes the output for the new text must see that there is none."""
        for command in ('check -', 'fix -', 'fix --diff -', 'show -', 'show --format json -',
                        'check --files-from -'):
            for closed in ('< configs', '<&-'):
                with self.subTest(f'{command} {closed}'):
                    done = subprocess.run(['sh', '-c', f'"$0" {command} {closed}', binary.MMLINT],
                                          cwd=self.dir, timeout=60, capture_output=True)
                    self.assertEqual(2, done.returncode, done)
                    self.assertEqual(b'', done.stdout)
                    self.assertIn(b'standard input: cannot read', done.stderr)


class Streams(Case):

    def setUp(self):
        super().setUp()
        for number in range(3000):
            self.write(f'configs/a{number:04}.py', NCCL)

    def test_closed_pipe(self):
        """`mmlint check . | head -1`."""
        for form in ('text', 'concise', 'jsonl', 'json'):
            process = binary.start('check', '.', '--format', form, cwd=self.dir)
            process.stdout.readline()
            process.stdout.close()
            err = process.stderr.read()
            process.stderr.close()
            self.assertIn(process.wait(timeout=60), (0, 1, 141, -signal.SIGPIPE), err)
            self.assertEqual(b'', err)

    def test_full_disk(self):
        with open('/dev/full', 'wb') as full:
            process = binary.start('check', '.', cwd=self.dir, stdout=full)
            err = process.communicate(timeout=60)[1]
        self.assertEqual(2, process.returncode, err)
        self.assertNotEqual(b'', err)

    def test_closed_standard_streams(self):
        process = subprocess.run(['sh', '-c', '"$0" check . >&- 2>&-', binary.MMLINT], cwd=self.dir, timeout=60)
        self.assertIn(process.returncode, (0, 1, 2))


if __name__ == '__main__':
    if shutil.which('git') is None:
        raise SystemExit('git is needed')
    unittest.main(verbosity=2)
