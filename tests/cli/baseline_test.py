"""--write-baseline and --baseline: only what is new is reported, whatever else happens to the files."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import binary

CONFIG = "model = dict(type='M', norm_cfg=dict(type='SyncBN'))\ntrain_dataloader = dict()\n" \
         "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n"
FILE = 'mmlint-baseline.json'


class Baseline(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-')
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name).resolve()
        self.write('mmlint.toml', '')
        self.write('configs/a.py', CONFIG)
        self.write('configs/b.py', CONFIG.replace('nccl', 'gloo'))
        self.run_here('check', '.', '--write-baseline', FILE, code=0)

    def write(self, path, text):
        file = self.dir / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding='utf-8')

    def run_here(self, *arguments, code=None):
        done = binary.run(*arguments, cwd=self.dir)
        if code is not None:
            self.assertEqual(code, done.code, done.text)
        return done

    def codes(self, *arguments):
        done = self.run_here('check', '.', '--baseline', FILE, '--format', 'json', '--exit-zero', *arguments, code=0)
        return sorted(f"{each['code']} {each['path']}" for each in json.loads(done.out)['diagnostics'])

    def notes(self, *arguments):
        out = self.run_here('check', '.', '--baseline', FILE, *arguments).out.decode()
        return [line for line in out.splitlines() if line.startswith('note: ')]

    def test_it_is_written_over_no_other_file(self):
        for path in ('configs/a.py', 'mmlint.toml', 'notes.md'):
            self.write(path, CONFIG if path.endswith('.py') else '# mine\n')
            before = (self.dir / path).read_bytes()
            done = self.run_here('check', '.', '--write-baseline', path, code=2)
            self.assertIn(b'--write-baseline would overwrite it', done.err)
            self.assertEqual(before, (self.dir / path).read_bytes())
        done = self.run_here('check', '.', '--write-baseline', FILE, '--format', 'json', '--output', FILE, code=2)
        self.assertIn(b'two reports go to', done.err)
        before = (self.dir / FILE).read_bytes()
        for path in (FILE, 'mmlint.toml', 'requirements.txt', '.gitignore', 'configs/a.py'):
            self.write('requirements.txt', 'mmengine==0.10.4\n')
            self.write('.gitignore', '# mine\n')
            before = (self.dir / path).read_bytes()
            done = self.run_here('check', '.', '--baseline', FILE, '--format', 'json', '--output', path, code=2)
            self.assertIn(b'--output would overwrite', done.err)
            self.assertEqual(before, (self.dir / path).read_bytes())

    def test_a_part_of_the_project_keeps_the_rest(self):
        whole = (self.dir / FILE).read_bytes()
        done = self.run_here('check', 'configs/a.py', '--write-baseline', FILE, code=0)
        self.assertIn(b'what this run did not judge', done.out)
        self.assertEqual(whole, (self.dir / FILE).read_bytes())
        self.run_here('check', '.', '--select', 'MM101', '--write-baseline', FILE, code=0)
        self.assertEqual(whole, (self.dir / FILE).read_bytes())
        self.run_here('check', '.', '--target', 'cpu', '--write-baseline', FILE, code=0)
        self.assertEqual([], self.codes())
        (self.dir / 'configs/b.py').unlink()
        self.run_here('check', 'configs/a.py', '--write-baseline', FILE, code=0)
        self.assertNotIn(b'configs/b.py', (self.dir / FILE).read_bytes())  # it is gone

    def test_targets_of_two_projects(self):
        """An entry is of the target for which its file is judged."""
        self.write('configs/own/mmlint.toml', 'target = "cpu"\n')
        self.write('configs/own/c.py', CONFIG)
        self.run_here('check', '.', '--write-baseline', FILE, code=0)
        for known in json.loads((self.dir / FILE).read_text())['findings']:
            self.assertEqual('cpu' if known['path'].startswith('configs/own') else 'gcu', known['target'])

    def test_the_next_command_has_it(self):
        self.write('configs/c.py', CONFIG)
        self.assertIn(f'mmlint fix . --baseline {FILE}'.encode(), self.run_here('check', '.', '--baseline', FILE).out)

    def test_nothing_new(self):
        done = self.run_here('check', '.', '--baseline', FILE, code=0)
        self.assertIn(b'Nothing new: 2 configs for gcu', done.out)
        self.assertIn(b'findings are in the baseline', done.out)
        self.assertNotIn(b'At run time', done.out)

    def test_the_file(self):
        entries = json.loads((self.dir / FILE).read_text())['findings']
        self.assertEqual(sorted(entries, key=lambda e: list(e.values())), entries)
        self.assertIn({'path': 'configs/a.py', 'rule': 'MM101', 'target': 'gcu', 'key': 'env_cfg.dist_cfg.backend',
                       'text': "'nccl'"}, entries)
        self.assertEqual(len(entries) + 2, len((self.dir / FILE).read_text().splitlines()))

    def test_other_edits_do_not_matter(self):
        self.write('configs/a.py', '# more\n\nx = 1\n' + CONFIG.replace('\n', '  # same\n'))
        self.assertEqual([], self.codes())

    def test_windows_line_ends(self):
        (self.dir / 'configs/a.py').write_bytes(CONFIG.replace('\n', '\r\n').encode())
        self.assertEqual([], self.codes())

    def test_what_is_new(self):
        self.write('configs/b.py', CONFIG)
        self.assertEqual(['MM101 configs/b.py'], self.codes())
        self.write('configs/c.py', CONFIG)
        self.assertIn('MM401 configs/c.py', self.codes())
        self.run_here('check', '.', '--baseline', FILE, code=1)

    def test_equal_ones_are_one_entry(self):
        self.write('configs/a.py', CONFIG.replace("dict(type='M', ", "dict(type='M', x=dict(norm_cfg=dict(type='SyncBN')), "))
        self.assertEqual(['MM401 configs/a.py'], self.codes())  # another key
        self.run_here('check', '.', '--write-baseline', FILE, code=0)
        self.assertEqual([], self.codes())

    def test_another_target(self):
        self.assertIn('MM101 configs/a.py', self.codes('--target', 'cpu'))

    def test_moved(self):
        (self.dir / 'configs/sub').mkdir()
        (self.dir / 'configs/a.py').rename(self.dir / 'configs/sub/a.py')
        self.assertEqual([], self.codes())
        (self.dir / 'configs/sub/a.py').rename(self.dir / 'configs/renamed.py')
        self.assertEqual([], self.codes())
        self.write('configs/renamed.py', CONFIG + "fp16 = dict()\n")  # renamed and changed: all of it is new
        self.assertIn('MM404 configs/renamed.py', self.codes())
        (self.dir / 'configs/renamed.py').rename(self.dir / 'a.py')  # moved and changed: what is new
        self.assertEqual(['MM404 a.py'], self.codes())

    def test_moved_beside_a_new_one(self):
        (self.dir / 'configs/a.py').rename(self.dir / 'a.py')
        self.write('0.py', CONFIG)
        self.assertEqual({'0.py'}, {each.split()[1] for each in self.codes()})

    def test_another_layout(self):
        """As programs that lay out code change it: other quotes, other lines."""
        self.write('configs/a.py', "model = dict(\n    type=\"M\",\n    norm_cfg=dict(\n        type=\"SyncBN\",\n    ),\n)\n"
                   "train_dataloader = dict()\nenv_cfg = dict(\n    dist_cfg=dict(\n        backend=\"nccl\",\n    ),\n)\n")
        self.assertEqual([], self.codes())

    def test_moved_by_git(self):
        for command in (['init', '-q'], ['add', '.'], ['mv', 'configs', 'settings']):
            subprocess.run(['git', *command], cwd=self.dir, check=True)
        self.assertEqual([], self.codes())

    def test_a_copy_is_new(self):
        self.write('configs/copy.py', CONFIG)
        self.assertIn('MM101 configs/copy.py', self.codes())

    def test_stale_and_gone(self):
        self.write('configs/a.py', CONFIG.replace('nccl', 'gloo'))
        self.assertIn('note: 1 entry of the baseline is not found any more; --write-baseline drops it', self.notes())
        (self.dir / 'configs/b.py').unlink()
        self.assertTrue(any('about files that are gone' in note for note in self.notes()))
        self.run_here('check', '.', '--baseline', FILE, code=0)
        # Of what was not judged nothing is said.
        self.assertFalse(any('not found any more' in note for note in self.notes('--select', 'MM401')))
        done = self.run_here('check', 'mmlint.toml', 'configs/a.py', '--baseline', FILE, '--target', 'cpu')
        self.assertNotIn(b'not found any more', done.out)

    def test_fix(self):
        self.run_here('fix', '.', '--baseline', FILE, code=0)
        self.assertIn('gloo', (self.dir / 'configs/a.py').read_text())
        self.assertIn('SyncBN', (self.dir / 'configs/a.py').read_text())
        self.assertEqual([], self.codes())

    def test_wrong_files(self):
        for text, words in (('[', 'is no JSON'), ('{}', 'is no baseline'), ('{"version": 9, "findings": []}', 'another version'),
                            ('{"version": 1, "findings": [{"path": 1}]}', "entry 1 has no text 'path'"),
                            ('{"version": 1, "findings": [%s%s]}' % ('[' * 300000, ']' * 300000), 'nested too deeply')):
            self.write('wrong.json', text)
            done = self.run_here('check', '.', '--baseline', 'wrong.json', code=2)
            self.assertTrue(done.err.startswith(b'mmlint: wrong.json: '), done.text)
            self.assertIn(words, done.err.decode())
        self.assertIn(b'no such baseline', self.run_here('check', '.', '--baseline', 'none.json', code=2).err)
        self.run_here('check', '.', '--baseline', FILE, '--write-baseline', FILE, code=2)
        self.assertIn(b'cannot write', self.run_here('check', '.', '--write-baseline', 'no/such/folder.json', code=2).err)

    def test_targets_of_overrides(self):
        self.write('mmlint.toml', '[[overrides]]\nfiles = ["configs/b.py"]\ntarget = "cpu"\n')
        self.run_here('check', '.', '--write-baseline', FILE, code=0)
        self.assertEqual([], self.codes())
        self.write('mmlint.toml', '')
        self.assertIn('MM401 configs/b.py', self.codes())


if __name__ == '__main__':
    unittest.main()
