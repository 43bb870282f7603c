"""mmlint.toml and [tool.mmlint]: what they say, who is stronger, and what is wrong with them."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import binary

BASE = "env_cfg = dict(dist_cfg=dict(backend='nccl'))\ntrain_dataloader = train_cfg = optim_wrapper = dict(type='Toy')\n"
LEAF = "_base_ = '../_base_/runtime.py'\nmodel = dict(type='M', norm_cfg=dict(type='SyncBN'))\n"
TRAINING = """import sys
from mmengine.config import Config
from mmengine.runner import Runner
cfg = Config.fromfile(sys.argv[1])
cfg.launcher = "pytorch"
Runner.from_cfg(cfg).train()
"""
WRAPPER = "model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, output_device=None)\n"
TWO_TARGETS = """target = "gcu"
ignore = ["MM201", "missing-wrapper"]

[[overrides]]
files = ["configs/gpu"]
target = "cuda"
""".replace('missing-wrapper', 'MM301')


class Settings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='mmlint-')
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name).resolve()
        self.write('configs/_base_/runtime.py', BASE)
        self.write('configs/gcu/a.py', LEAF)
        self.write('configs/gpu/b.py', LEAF)

    def write(self, path, text):
        file = self.dir / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding='utf-8')

    def run_here(self, *arguments, code=None):
        done = binary.run(*arguments, cwd=self.dir)
        if code is not None:
            self.assertEqual(code, done.code, done.text)
        return done

    def found(self, *arguments):
        """{"CODE path [targets]"} of `check`."""
        done = self.run_here('check', *arguments, '--format', 'json', '--exit-zero', code=0)
        out = set()
        for each in json.loads(done.out)['diagnostics']:
            targets = ','.join(each.get('targets', []))
            out.add(f"{each['code']} {Path(each['path']).as_posix()}" + (f' [{targets}]' if targets else ''))
        return out

    def refused(self, place, words, *arguments):
        """The run ends with 2 and says where and what."""
        done = self.run_here('check', *arguments, code=2)
        self.assertTrue(done.err.decode().startswith(f'mmlint: {place}: '), done.text)
        self.assertIn(words, done.err.decode())
        self.assertEqual(b'', done.out)


class Files(Settings):
    def test_commands_without_settings(self):
        """These do not read mmlint.toml, so that a broken one is nothing to them."""
        self.write('mmlint.toml', 'targets = nothing\n')
        self.run_here('rules', code=2)
        for words in (['completion', 'bash'], ['man']):
            with self.subTest(words):
                self.run_here(*words, code=0)

    def test_target(self):
        for name, text in (('mmlint.toml', 'target = "npu"\n'), ('pyproject.toml', '[tool.mmlint]\ntarget = "npu"\n')):
            self.write(name, text)
            self.assertIn(b'target npu.', self.run_here('check').out)
            self.assertIn(b'for cuda.', self.run_here('check', '--target', 'cuda').out)
            (self.dir / name).unlink()
        self.assertIn(b'target gcu (default', self.run_here('check').out)

    def test_several_targets(self):
        self.write('mmlint.toml', 'target = ["gcu", "Ascend"]\n')
        self.assertIn(b'targets gcu, npu', self.run_here('check').out)

    def test_select_and_ignore(self):
        self.write('mmlint.toml', 'select = ["MM1", "sync-bn"]\n')
        self.assertEqual({'MM101', 'MM401'}, {f[:5] for f in self.found()})
        self.assertEqual({'MM101'}, {f[:5] for f in self.found('--ignore', 'MM401')})
        self.assertEqual({'MM301'}, {f[:5] for f in self.found('--select', 'MM301')})

    def test_severity(self):
        self.write('mmlint.toml', 'select = ["MM401"]\n[severity]\nSync-BN = "warning"\n')
        done = self.run_here('check', code=1)
        self.assertIn(b'warning[MM401]', done.out)
        self.run_here('check', '--fail-on', 'error', code=0)

    def test_harmless_stays_harmless(self):
        self.write('mmlint.toml', 'select = ["MM404"]\nseverity = {MM404 = "error"}\n')
        self.write('configs/gcu/a.py', LEAF + 'fp16 = dict()\n')
        self.assertIn(b'error[MM404]', self.run_here('check', code=1).out)

    def test_unfixable(self):
        self.write('mmlint.toml', 'unfixable = ["MM101"]\n')
        before = (self.dir / 'configs/_base_/runtime.py').read_text()
        out = self.run_here('check').out.decode()
        self.assertIn("fix (display only, because the settings of this project say so): backend='gloo'", out)
        self.run_here('fix', '.')
        after = (self.dir / 'configs/_base_/runtime.py').read_text()
        self.assertNotEqual(before, after)  # the wrapper
        self.assertIn('nccl', after)

    def test_fixable(self):
        self.write('mmlint.toml', 'fixable = ["MM101"]\n')
        self.run_here('fix', '.')
        after = (self.dir / 'configs/_base_/runtime.py').read_text()
        self.assertEqual(BASE.replace('nccl', 'gloo'), after)

    def test_exclude_holds_for_names(self):
        self.write('mmlint.toml', 'exclude = ["configs/gpu/*", "drafts"]\n')
        self.write('configs/drafts/x.py', 'model = dict(\n')
        self.assertFalse([f for f in self.found() if 'gpu' in f or 'drafts' in f])
        done = self.run_here('check', 'configs/drafts/x.py', 'configs/gpu/b.py', code=0)
        self.assertIn(b"note: 2 passed files are left out: 'exclude' names them", done.out)
        self.assertIn(b'Nothing to judge', done.out)

    def test_braces(self):
        for line, text in (1, 'exclude = ["configs/{gpu,cpu}/*"]\n'), (2, '[[overrides]]\nfiles = "{a,b}.py"\n'):
            self.write('mmlint.toml', text)
            self.refused(f'mmlint.toml:{line}', 'no braces; write one pattern for each')
        (self.dir / 'mmlint.toml').unlink()
        done = self.run_here('check', '--exclude', '{a,b}', code=2)
        self.assertIn(b'no braces; write one pattern for each', done.err)

    def test_environment_and_packages(self):
        self.write('mmlint.toml', 'select = ["MM009", "MM033", "MM101"]\nenv = {BACKEND = "mpi"}\n'
                                  '[packages]\nmmdet = "libs/mmdet"\n')
        self.write('libs/mmdet/configs/base/z.py', BASE)
        self.write('libs/mmdet/__init__.py', '')
        self.write('configs/gcu/a.py', "import os\n_base_ = 'mmdet::base/z.py'\nmodel = dict(type='M')\n"
                                       "env_cfg = dict(dist_cfg=dict(backend=os.environ['BACKEND']))\n")
        self.assertEqual(set(), self.found('configs/gcu/a.py'))
        show = ['show', 'configs/gcu/a.py', '--key', 'env_cfg.dist_cfg.backend']
        self.assertIn(b"'mpi'", self.run_here(*show).out)
        self.assertIn(b"'eccl'", self.run_here(*show, '--env', 'BACKEND=eccl').out)

    def test_rules_and_language(self):
        self.write('mmlint.toml', 'rules = "lint"\nlanguage = "zh"\n')
        self.run_here('check', code=2)  # no such folder
        self.write('mmlint.toml', 'language = "zh"\n')
        self.assertIn('无法在 gcu 上启动', self.run_here('check').out.decode())
        self.assertIn('cannot start on gcu', self.run_here('check', '--lang', 'en').out.decode())

    def test_mmengine(self):
        self.write('mmlint.toml', 'mmengine = "0.5.0"\n')
        done = self.run_here('check', '--format', 'json')
        self.assertEqual('0.5.0', json.loads(done.out)['summary']['mmengine'])

    def test_found_upwards(self):
        self.write('mmlint.toml', 'target = "npu"\n')
        done = binary.run('check', 'a.py', cwd=self.dir / 'configs/gcu')
        self.assertIn(b'target npu.', done.out)
        self.write('configs/mmlint.toml', 'target = "cuda"\n')
        done = binary.run('check', 'a.py', cwd=self.dir / 'configs/gcu')
        self.assertIn(b'for cuda', done.out)

    def test_a_folder_with_settings_of_its_own(self):
        self.write('mmlint.toml', 'select = ["MM401"]\n')
        self.write('configs/gpu/mmlint.toml', 'target = "cuda"\n')
        for paths in (['.'], ['configs/gcu/a.py', 'configs/gpu/b.py'], ['configs/gcu', 'configs/gpu']):
            self.assertEqual({'MM401 configs/gcu/a.py [gcu]'}, self.found(*paths))
        self.write('configs/gpu/mmlint.toml', 'select = ["MM401"]\ntarget = "cpu"\n')
        self.assertEqual({'MM401 configs/gcu/a.py [gcu]', 'MM401 configs/gpu/b.py [cpu]'}, self.found('.'))

    def test_fix_of_two_projects(self):
        self.write('mmlint.toml', 'select = ["MM401"]\n')
        self.write('configs/gpu/mmlint.toml', 'target = "cpu"\nselect = ["MM401"]\n')
        self.run_here('fix', '.', '--unsafe')
        for path in ('configs/gcu/a.py', 'configs/gpu/b.py'):
            self.assertIn("norm_cfg=dict(type='BN')", (self.dir / path).read_text(), path)

    def test_settings_of_a_training_are_not_mmlint_s(self):
        usual = self.run_here('check', 'configs', code=1)
        for text in ('foo:bar', 'abort_conf:true,foo:bar', 'prof:true', 'stats_print:true'):
            done = binary.run('check', 'configs', cwd=self.dir, environment={'MALLOC_CONF': text})
            self.assertEqual((usual.code, usual.out, usual.err), (done.code, done.out, done.err), text)


class Wrong(Settings):
    def test_unknown_key(self):
        self.write('mmlint.toml', '\ntargt = "npu"\n')
        self.refused('mmlint.toml:2', "unknown setting 'targt', did you mean 'target'?")
        self.write('mmlint.toml', '[[overrides]]\nfiles = ["a"]\nselct = ["MM1"]\n')
        self.refused('mmlint.toml:3', "unknown setting 'selct' in [[overrides]], did you mean 'select'?")

    def test_wrong_kinds(self):
        for text, words in (('target = 3', "'target' must be a text"), ('select = "MM1"', "'select' must be a list"),
                            ('[severity]\nMM101 = "off"', 'write it into'), ('env = ["A"]', "'env' must be a table"),
                            ('language = "fr"', '"en" or "zh"'), ('overrides = 1', '[[overrides]]'),
                            ('[[overrides]]\ntarget = "npu"', "needs 'files'"), ('x = [', 'is no TOML')):
            self.write('mmlint.toml', text + '\n')
            with self.subTest(text):
                self.refused(f'mmlint.toml:{2 if text.startswith("[severity]") else 1}', words)

    def test_of_a_whole_project(self):
        self.write('mmlint.toml', '[[overrides]]\nfiles = ["a"]\nenv = {A = "1"}\n')
        self.refused('mmlint.toml:3', "'env' holds for all files of a project")

    def test_unknown_names(self):
        self.write('mmlint.toml', 'ignore = ["MM101"]\ntarget = "ncu"\n')
        self.refused('mmlint.toml:2', "unknown target 'ncu', did you mean 'gcu'?")
        self.write('mmlint.toml', 'ignore = ["MM9999"]\n')
        self.refused('mmlint.toml:1', "no rule is called 'MM9999'")
        self.write('mmlint.toml', '[[overrides]]\nfiles = ["configs/gpu"]\ntarget = "gup"\n')
        self.refused('mmlint.toml:3', "unknown target 'gup'")

    def test_two_files(self):
        self.write('mmlint.toml', 'target = "npu"\n')
        self.write('pyproject.toml', '[tool.mmlint]\ntarget = "npu"\n')
        self.refused('mmlint.toml', 'keep one of them')
        self.write('pyproject.toml', '[tool.other]\nmmlint = 1\n')
        self.run_here('check', 'configs/gpu/b.py')

    def test_broken_pyproject(self):
        self.write('pyproject.toml', '[tool.other\n# mmlint\n')
        self.run_here('check', '--exit-zero', code=0)
        self.write('pyproject.toml', '[tool.mmlint]\ntarget = "npu\n')
        self.refused('pyproject.toml:2', 'is no TOML')

    def test_places_in_pyproject(self):
        self.write('pyproject.toml', '[project]\nname = "x"\n\n[tool.mmlint]\ntarget = "ncu"\n')
        self.refused('pyproject.toml:5', "unknown target 'ncu'")
        self.write('pyproject.toml', '[tool.mmlint]\ntarget = "cpu"\n')
        self.assertIn(b'target = "cpu"                            # pyproject.toml:2',
                      self.run_here('check', '--show-settings', code=0).out)

    def test_what_cannot_be_read(self):
        """Settings that are there and cannot be read are never taken for none."""
        (self.dir / 'mmlint.toml').symlink_to('nowhere.toml')
        self.refused('mmlint.toml', 'is no file')
        (self.dir / 'mmlint.toml').unlink()
        (self.dir / 'mmlint.toml').mkdir()
        self.refused('mmlint.toml', 'is no file')
        (self.dir / 'mmlint.toml').rmdir()
        for header in ('[tool.mmlint]', '[ tool . mmlint ]', '[tool."mmlint"]'):
            self.write('pyproject.toml', header + '\ntarget = "npu"\n[tool\n')
            self.refused('pyproject.toml:3', 'is no TOML')
        self.write('mmlint.toml', '# ' + 'x' * (1 << 20))
        self.refused('mmlint.toml', 'larger than 1 MB')

    def test_keys_of_too_many_parts(self):
        deep = 'a' + '.a' * 150_000
        for file, text in (('mmlint.toml', deep + ' = 1\n'), ('mmlint.toml', f'[{deep}]\n'),
                           ('mmlint.toml', f'env = {{{deep} = 1}}\n'), ('pyproject.toml', f'# mmlint\n{deep} = 1\n')):
            (self.dir / 'mmlint.toml').unlink(missing_ok=True)
            self.write(file, text)
            self.refused(file, 'more than 1000 parts')

    def test_folders_that_are_not_there(self):
        self.write('mmlint.toml', '\nrules = ["lint/rules"]\n')
        self.refused('mmlint.toml:2', 'rules: no such folder: lint/rules')
        self.write('mmlint.toml', '[packages]\nmmdet = "third_party/x"\n')
        self.refused('mmlint.toml:2', 'packages.mmdet: no such folder: third_party/x')

    def test_the_word_gpu(self):
        for word in ('gpu', 'GPU'):
            done = self.run_here('check', '--target', word, code=2)
            self.assertIn(b"did you mean 'cuda' (NVIDIA), 'rocm' (AMD) or 'gcu'?", done.err)

    def test_no_rule_is_left(self):
        for text in ('ignore = ["MM"]\n', '[[overrides]]\nfiles = ["configs"]\nignore = ["MM"]\n'):
            self.write('mmlint.toml', text)
            out = self.run_here('check', code=0).out.decode()
            self.assertIn('nothing was judged', out)
            self.assertNotIn('All clean', out)
        self.write('mmlint.toml', 'ignore = ["MM1", "MM2", "MM3", "MM4"]\n')
        self.assertRegex(self.run_here('check', code=0).out.decode(),
                         r'Not decided: the options or the settings leave out rules that report errors or warnings: '
                         r'MM101, MM102, MM10., MM10. and \d+ more')
        self.write('mmlint.toml', 'target = "cuda"\nignore = ["MM404"]\n')  # information alone
        self.assertIn(b'All clean', self.run_here('check', 'configs/gpu', code=0).out)

    def test_other_commands(self):
        self.write('mmlint.toml', 'tagret = "npu"\n')
        for arguments in (['show', 'configs/gcu/a.py'], ['why', 'configs/gcu/a.py', 'model'], ['rules'],
                          ['port', 'configs/gcu/a.py', '-o', 'x.py'], ['fix', '.']):
            done = self.run_here(*arguments, code=2)
            self.assertIn(b"did you mean 'target'?", done.err)


class Overrides(Settings):
    def setUp(self):
        super().setUp()
        self.write('mmlint.toml', TWO_TARGETS)

    def test_a_base_is_judged_as_its_heirs_are(self):
        self.assertEqual({'MM101 configs/_base_/runtime.py [gcu]', 'MM401 configs/gcu/a.py [gcu]'}, self.found('.'))
        self.assertEqual(set(), self.found('configs/gpu/b.py'))
        (self.dir / 'configs/gcu/a.py').unlink()  # now only the GPU inherits it
        self.assertEqual(set(), self.found('.'))

    def test_a_comment_that_one_target_needs(self):
        """What suppresses something for the GCU is not unused because it does not for the GPU."""
        self.write('configs/_base_/runtime.py', BASE.replace("'nccl'))", "'nccl'))  # mmlint: ignore[MM101]"))
        self.assertEqual({'MM401 configs/gcu/a.py [gcu]'}, self.found('.'))
        self.write('configs/_base_/runtime.py', BASE.replace("'nccl'))", "'nccl'))  # mmlint: ignore[MM101, MM008]"))
        self.assertEqual({'MM401 configs/gcu/a.py [gcu]', 'MM011 configs/_base_/runtime.py [gcu,cuda]'}, self.found('.'))

    def test_fix_leaves_what_others_inherit(self):
        self.run_here('fix', '.', '--unsafe', code=1)
        self.assertEqual(BASE, (self.dir / 'configs/_base_/runtime.py').read_text())
        self.assertEqual(LEAF, (self.dir / 'configs/gpu/b.py').read_text())
        fixed = (self.dir / 'configs/gcu/a.py').read_text()
        self.assertIn("env_cfg = dict(dist_cfg=dict(backend='gloo'))", fixed)
        self.assertIn("norm_cfg=dict(type='BN')", fixed)

    def test_diff_is_what_fix_does(self):
        diff = self.run_here('fix', '.', '--unsafe', '--diff', code=1).out
        self.run_here('fix', '.', '--unsafe')
        expected = {path: path.read_bytes() for path in self.dir.rglob('*.py')}
        self.write('configs/gcu/a.py', LEAF)
        subprocess.run(['git', 'init', '-q'], cwd=self.dir, check=True)
        subprocess.run(['git', 'apply'], cwd=self.dir, input=diff, check=True)
        self.assertEqual(expected, {path: path.read_bytes() for path in self.dir.rglob('*.py')})

    def test_the_last_that_matches_wins(self):
        self.write('mmlint.toml', TWO_TARGETS + '[[overrides]]\nfiles = "configs/gpu/b*"\ntarget = "cpu"\n'
                                                'select = ["MM401"]\n')
        self.assertIn('MM401 configs/gpu/b.py [cpu]', self.found('.'))
        self.assertEqual({'MM401 configs/gpu/b.py'}, {f.split(' [')[0] for f in self.found('configs/gpu/b.py')})

    def test_the_command_line_is_stronger(self):
        self.assertEqual({'MM401 configs/gcu/a.py', 'MM401 configs/gpu/b.py'},
                         self.found('.', '--target', 'cpu', '--select', 'MM401'))

    def test_two_targets_with_the_same_finding(self):
        """What both say alike is one finding with both targets."""
        self.write('configs/gcu/a.py', LEAF + "x = dict(_delete_=True, a=1)\n_base_.y = z\n")
        self.write('configs/_base_/runtime.py', BASE + 'x = undefined\n')
        codes = self.found('.')
        self.assertIn('MM006 configs/_base_/runtime.py [gcu,cuda]', codes)

    def test_scripts_by_their_own_path(self):
        script = "import torch\ntorch.cuda.set_device(0)\nmodel = torch.nn.Linear(1, 1).cuda()\n"
        self.write('configs/gpu/train.py', script)
        self.write('tools/train.py', script)
        found = self.found('.', '--select', 'MM5')
        self.assertTrue([f for f in found if f.split()[1] == 'tools/train.py'])
        self.assertFalse([f for f in found if f.split()[1] == 'configs/gpu/train.py'])

    def test_patterns_from_the_root(self):
        self.write('configs/gcu/configs/gpu/c.py', LEAF.replace('..', '../../..'))
        for pattern, also in (('./configs/gpu', True), ('/configs/gpu', True), ('configs/gpu/', True), ('gpu', False)):
            self.write('mmlint.toml', TWO_TARGETS.replace('configs/gpu', pattern))
            found = {each.split(' [')[0] for each in self.found('.', '--select', 'MM401')}
            expected = {'MM401 configs/gcu/a.py'} | ({'MM401 configs/gcu/configs/gpu/c.py'} if also else set())
            self.assertEqual(expected, found, pattern)

    def test_the_reason_of_what_is_left(self):
        self.write('configs/_base_/runtime.py', BASE + "model = dict(type='M', norms=[dict(type='SyncBN')])\n")
        for path in ('configs/gcu/a.py', 'configs/gpu/b.py'):
            self.write(path, "_base_ = '../_base_/runtime.py'\n")
        out = self.run_here('fix', '.', '--unsafe', '--at', 'origin', code=1).out
        self.assertIn(b"'mmlint port CONFIG --target gcu -o OUT' writes one for gcu alone", out)
        self.assertNotIn(b'not among the passed files', out)

    def test_a_script_that_other_targets_start(self):
        """A script is left as it is where a launch for another target starts it too."""
        self.write('mmlint.toml', TWO_TARGETS.replace('["configs/gpu"]', '["configs/gpu", "tools/*_gpu.sh"]'))
        self.write('tools/train.py', TRAINING)
        launch = 'torchrun --nproc_per_node=2 tools/train.py '
        self.write('tools/dist_train.sh', launch + 'configs/gcu/a.py\n')
        diff = self.run_here('fix', '.', '--unsafe', '--diff').out
        self.assertIn(b'+++ b/tools/train.py', diff)
        for path, text in (('tools/dist_train_gpu.sh', launch + '$1\n'), ('tools/other.sh', launch + 'configs/gpu/b.py\n')):
            self.write(path, text)
            diff = self.run_here('fix', '.', '--unsafe', '--diff')
            self.assertNotIn(b'+++ b/tools/train.py', diff.out, path)
            self.assertIn(b'launch scripts that are judged for other targets', self.run_here('check', '.').out)
            (self.dir / path).unlink()

    def test_a_script_with_settings_of_its_own_was_passed(self):
        self.write('tools/train.py', TRAINING)
        self.write('mmlint.toml', '[[overrides]]\nfiles = ["tools/*.py"]\nignore = ["MM526"]\n')
        done = self.run_here('check', '--format', 'json')
        self.assertIn('MM503', {each['code'] for each in json.loads(done.out)['diagnostics']})
        self.assertNotIn('was not passed', done.text)

    def test_shown_places(self):
        self.write('mmlint.toml', 'ignore = ["MM4"]\n')
        self.write('configs/gpu/mmlint.toml', '\ntarget = "cuda"\n')
        self.write('configs/gpu/requirements.txt', 'mmengine==0.9.1\n')
        out = self.run_here('check', '--show-settings', 'configs/gcu', 'configs/gpu', code=0).out.decode()
        for line in ('ignore = ["MM4"]                          # mmlint.toml:1',
                     'target = "cuda"                           # configs/gpu/mmlint.toml:2',
                     'mmengine = "0.9.1"                        # configs/gpu/requirements.txt:1'):
            self.assertIn(line, out)
        self.assertIn(b'nowhere: no such file or folder', self.run_here('check', '--show-settings', 'nowhere', code=2).err)

    def test_show_settings(self):
        out = self.run_here('check', '--show-settings', 'configs/gpu/b.py', '--ignore', 'MM4', code=0).out.decode()
        lines = dict(line.split('  # ') for line in out.splitlines()[1:])
        lines = {name.split(' = ')[0]: (name.split(' = ')[1].strip(), where) for name, where in lines.items()}
        self.assertEqual(('"cuda"', 'mmlint.toml:6'), lines['target'])
        self.assertEqual(('["MM4"]', '--ignore'), lines['ignore'])
        self.assertEqual(('[]', 'default'), lines['select'])


if __name__ == '__main__':
    unittest.main()
