"""Every form that configs were seen to take (forms C1 to C22 of docs/forms.md) has its verdict and its fix, and every
trap is silent, in classic configs and in the same text as a lazy one. The files are those of fixtures/check/patterns and
fixtures/check/traps; run_fixtures.py compares where in them something is found, this test how bad it is.

Form C6 never was one of its own. Form C11, a norm layer named in the signature of a class, is no config.
"""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

import run_fixtures
from run_fixtures import FIXTURES, check, mmlint, read_tree

PATTERNS = FIXTURES / 'check/patterns'
TRAPS = FIXTURES / 'check/traps'
LAZY = 'from orchard.trees import Tree\n'  # at the end, so that no line moves

GLOO = ("backend='nccl'", "backend='gloo'")
BN = ("type='SyncBN'", "type='BN'")
AMP = ("""    type='AmpOptimWrapper',
    #    ^^^^^^^^^^^^^^^^^ MM402
    optimizer=dict(type='SGD', lr=0.1),
    loss_scale='dynamic',
    dtype='float16',
""", """    type='OptimWrapper',
    #    ^^^^^^^^^^^^^^^^^ MM402
    optimizer=dict(type='SGD', lr=0.1),
""")
ENV_CFG = """env_cfg = dict(
    cudnn_benchmark=False,
    mp_cfg=dict(mp_start_method='fork', opencv_num_threads=0),
    dist_cfg=dict(backend='gloo'),
    resource_limit=4096)
"""
WRAPPER = """model_wrapper_cfg = dict(
    type='MMDistributedDataParallel',
    device_ids=None,
    output_device=None,
    find_unused_parameters=True,
    broadcast_buffers=False)
"""

# File -> findings, and what `fix --unsafe` makes of its text, '' for the end of it; nothing else may change.
FORMS = {
    'c01_nccl.py': (['error MM101'], GLOO),
    'c01_eccl.py': (['error MM101'], ('"eccl"', '"gloo"')),
    'c01_gloo.py': ([],),
    'c02_one_line.py': (['error MM101'], GLOO),
    'c03_siblings.py': ([],),
    'c03_siblings_of_nccl.py': (['error MM101'], GLOO),
    'c04_dead.py': (['info MM103'],),
    'c04_both_wrong.py': (['error MM101', 'warning MM103'], GLOO, ("dist_params = dict(backend='gloo')\n", '')),
    'c04_only.py': (['error MM102', 'warning MM103'], ('', ENV_CFG)),  # which makes MM103 information
    'c04_mmcv.py': (['error MM106'], GLOO),
    'c05_no_env.py': (['error MM102'], ('', ENV_CFG)),
    'c05_no_backend.py': (['error MM102'], ('benchmark=False)', "benchmark=False, dist_cfg=dict(backend='gloo'))")),
    'c07_inline.py': (['error MM401'], BN),
    'c08_other_order.py': (['error MM401'], BN),
    'c09_shared.py': (['error MM401'], BN),
    'c10_braces.py': (['error MM401'], ("'SyncBN'", "'BN'")),
    'c12_comment_last.py': (['error MM302'], ('=True,\n', '=True,\n    device_ids=None,\n')),
    'c13_right.py': ([],),
    'c14_no_wrapper.py': (['error MM301'], ("'gloo'))\n", "'gloo'))\n" + WRAPPER)),
    'c15_device_cfg.py': (['info MM306'],),
    'c15_commented_out.py': ([],),
    'c16_device.py': (['info MM404'],),
    'c16_device_none.py': (['info MM404'],),
    'c17_cuda.py': (['warning MM403'], ("device='cuda'", "device='xla'")),
    'c17_others.py': ([],),
    'c18_fp16.py': (['info MM404'],),
    'c18_fp16_dynamic.py': (['info MM404'],),
    'c18_fp16_none.py': (['info MM404'],),
    'c19_plain.py': ([],),
    'c19_amp.py': (['error MM402'], AMP),
    '_base_/trees.py': (['error MM101', 'error MM401'],),  # form C20: see test_inheritance
    'c20_child.py': ([],),
    'c21_look_alikes.py': ([],),
    'c22_statements.py': (['error MM101', 'info MM027'], ("dict(backend='nccl')", "dict(backend='gloo')")),
    'c22_training_script.py': ([],),
}
# A base named by its path; mmcv 1.x; a function, which stays in a lazy config.
NEVER_LAZY = ('c20_child.py', 'c04_mmcv.py', 'c22_statements.py')
NO_CONFIG = ('C6', 'C11')

# What looks wrong and is right -> the files that hold it; in a file with findings it is something else
# that is found.
TRAPPED = {
    'backend_args=None': 'look_alikes.py',
    "file_client_args=dict(backend='disk')": 'look_alikes.py',
    "imdecode_backend='cv2'": 'look_alikes.py',
    "backend='pillow'": 'look_alikes.py',
    'vis_backends': 'look_alikes.py',
    "compile_cfg = dict(backend='inductor'": 'look_alikes.py',
    '--rdzv_backend=c10d': 'look_alikes.py',
    'torch.backends.cudnn': 'look_alikes.py',
    'backend:topsMallocAsync': 'look_alikes.py',
    'matplotlib_backend': 'look_alikes.py',
    "# backend='nccl'": 'comments.py',
    "# env_cfg = dict(dist_cfg=dict(backend='nccl'))": 'comments.py',
    "'gloo',  # not nccl": 'comments.py',
    'device_ids=None,  # device_ids=[0]': 'comments.py',
    "type='BN', requires_grad=True))  # was SyncBN": 'comments.py',
    "    env_cfg = dict(dist_cfg=dict(backend='nccl'))": 'docstrings.py',
    'template = ': 'code_in_strings.py',
    'patterns = ': 'code_in_strings.py',
    'advice = ': 'code_in_strings.py',
    "dict(type='BN'": 'batch_norm.py',
    'SyncBNFreeTrunk': 'batch_norm.py',
    "EMAHook', ema_type='ExpMomentumEMA', device='cpu'": 'device_cpu.py',
    "map_location='cpu'": 'device_cpu.py',
    "device='xla'": 'device_cpu.py',
    "launcher = 'none'": 'launcher_none.py',
    'model_wrapper_cfg = None': 'launcher_none_without_wrapper.py',
    'device_ids=None': 'device_ids_none.py',
    'device_ids=[]': 'device_ids_empty.py',
    './trees_ssg-cuda.py': 'cuda_in_names.py',
    'CudaKernelNMS': 'cuda_in_names.py',
    'MMFullyShardedDataParallel': 'sharded.py',      # no device_ids may be added: it breaks them
    'DeepSpeedStrategy': 'deepspeed.py',
    '# -*- coding: utf-8 -*-': 'coding_line.py',     # stays at the top
    '备注=': 'chinese.py',                            # columns count characters
}
FOUND_THERE = {'sharded.py': ['error MM305'], 'deepspeed.py': ['error MM305'],
               'coding_line.py': ['error MM102'], 'chinese.py': ['error MM101', 'warning MM809']}


def findings(folder):
    """{path below the folder's configs: ['error MM101', ...]}."""
    found = {path.relative_to(folder / 'configs').as_posix(): [] for path in (folder / 'configs').rglob('*.py')}
    for diagnostic in check('configs', folder):
        name = Path(diagnostic['path']).relative_to('configs').as_posix()
        found[name] = sorted([*found[name], f'{diagnostic["severity"]} {diagnostic["code"]}'])
    return found


class Forms(unittest.TestCase):

    maxDiff = None

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix='mmlint-')
        self.addCleanup(temporary.cleanup)
        self.top = Path(temporary.name).resolve()

    def copy(self, folder, lazy=False):
        """The project, on request with every config turned into a lazy one that says the same, where it can
        be one."""
        copy = self.top / f'copy{len(list(self.top.iterdir()))}'
        shutil.copytree(folder, copy)
        for path in copy.rglob('*.py') if lazy else []:
            text = path.read_text(encoding='utf-8')
            path.write_text(text + LAZY, encoding='utf-8')
            if '_base_ =' in text or path.name in NEVER_LAZY:
                path.unlink()
        return copy

    def test_every_form_is_there(self):
        forms = {name[:3].upper().replace('C0', 'C') for name in FORMS if name.startswith('c')}
        missing = {f'C{number}' for number in range(1, 23)} - forms - set(NO_CONFIG)
        self.assertEqual(set(), missing)

    def test_verdicts(self):
        expected = {name: found for name, (found, *_) in FORMS.items()}
        self.assertEqual(expected, findings(PATTERNS))
        lazy = self.copy(PATTERNS, lazy=True)
        for name in NEVER_LAZY:
            del expected[name]
        # No lazy config inherits it.
        expected['_base_/trees.py'] = ['info MM101', 'info MM401']
        self.assertEqual(expected, findings(lazy))
        self.assertEqual('', run_fixtures.judge(lazy, lazy), 'found, but not where the classic config has it')

    def test_fixes(self):
        for lazy in (False, True):
            folder = self.copy(PATTERNS, lazy)
            before = read_tree(folder / 'configs')
            mmlint('fix', '--unsafe', '--target', 'gcu', '.', cwd=folder)
            after = read_tree(folder / 'configs')
            for name, (_, *changes) in FORMS.items():
                if name not in before or name == '_base_/trees.py':
                    continue
                with self.subTest(f'{name} {"lazy" if lazy else "classic"}'):
                    text = before[name].decode()
                    for old, new in changes:
                        self.assertTrue(not old or text.count(old) == 1, old)
                        text = text.replace(old, new) if old else text + new
                    self.assertEqual(text, after[name].decode())

    def test_why_not_eccl(self):
        """Installing it cannot help, and that is said."""
        finding, = check('configs/c01_eccl.py', PATTERNS)
        self.assertIn('ECCL', ' '.join(finding['notes']))
        self.assertIn('install', ' '.join(finding['notes']).lower())

    def test_gloo_is_noted_once(self):
        """That collectives run on the CPU is said once for all configs, and is no finding."""
        out = mmlint('check', 'configs', '--target', 'gcu', '--format', 'json', '--exit-zero', cwd=PATTERNS, codes=(0,))
        notes = [note for note in json.loads(out)['summary']['notes'] if note.startswith('MM107')]
        self.assertEqual(1, len(notes))
        self.assertIn('CPU', notes[0])

    def test_inheritance(self):
        """Form C20: the child has nothing, the base is named with the chain that leads to it, and is edited."""
        finding, = check('configs/c20_child.py', PATTERNS)
        self.assertEqual(('MM401', 'configs/_base_/trees.py'), (finding['code'], finding['path']))
        self.assertEqual(['configs/c20_child.py'], finding['affects']['examples'])
        out = mmlint('check', 'configs/c20_child.py', '--target', 'gcu', cwd=PATTERNS).decode()
        self.assertIn('found through: configs/c20_child.py', out)

    def test_traps(self):
        for lazy in (False, True):
            found = findings(self.copy(TRAPS, lazy))
            self.assertEqual({name: FOUND_THERE.get(name, []) for name in found}, found)

    def test_every_trap_is_there(self):
        for words, name in TRAPPED.items():
            with self.subTest(words):
                self.assertIn(words, (TRAPS / 'configs' / name).read_text(encoding='utf-8'))
        self.assertEqual(set(TRAPPED.values()), {path.name for path in (TRAPS / 'configs').iterdir()}
                         - {'trees_ssg-cuda.py'})  # the base of cuda_in_names.py

    def test_right_elsewhere(self):
        """All that is wrong on gcu is right on cuda and rocm."""
        self.assertGreaterEqual(len({d['code'] for d in check('right', TRAPS)}), 5)
        for target in ('cuda', 'rocm'):
            for lazy in (False, True):
                out = mmlint('check', 'right', '--target', target, '--format', 'concise', codes=(0,),
                             cwd=self.copy(TRAPS, lazy))
                self.assertEqual(b'', out[:out.rindex(b'All clean: ')], target)

    def test_traps_stay(self):
        """No fix touches what it need not: only the two files that lack something are edited."""
        for lazy in (False, True):
            folder = self.copy(TRAPS, lazy)
            before = read_tree(folder)
            mmlint('fix', '--unsafe', '--target', 'gcu', 'configs', 'docs', cwd=folder)
            after = read_tree(folder)
            changed = [name for name in before if before[name] != after.get(name)]
            self.assertEqual(['configs/chinese.py', 'configs/coding_line.py'], changed)
            self.assertEqual(before['configs/coding_line.py'].splitlines()[:3],
                             after['configs/coding_line.py'].splitlines()[:3])


if __name__ == '__main__':
    unittest.main(verbosity=2)
