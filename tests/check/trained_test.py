"""A config is judged by what training gets: what the scripts that build a Runner from it have made of it by then."""

import unittest

from agreement_test import LEAF, RUNTIME, WRAPPER, Agreement

MODEL = LEAF.split('\n', 1)[1]
NCCL = "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n"
AMP = "optim_wrapper = dict(type='AmpOptimWrapper', optimizer=dict(type='SGD', lr=0.1))\n"
LAUNCHED = "launcher = 'pytorch'\n"
GROUP = "dist.init_process_group('gloo')"


def script(*lines, group=GROUP):
    """A script that loads the config, does what the lines say, and trains."""
    return '\n'.join(['import sys', '', 'import torch', 'import torch.distributed as dist',
                      'from mmengine.config import Config', 'from mmengine.runner import Runner', '',
                      'cfg = Config.fromfile(sys.argv[1])', *lines, group, 'Runner.from_cfg(cfg).train()', ''])


class Trained(Agreement):

    def codes(self, config, train, *more):
        """What is said of a project with this config and these scripts, by code and file."""
        scripts = {'train.py': train, **{f'train_{i}.py': text for i, text in enumerate(more)}}
        run = ''.join(f'torchrun --nproc_per_node=2 {name} configs/a.py\n' for name in scripts)
        self.write({'configs/a.py': MODEL + config, 'run.sh': run, **scripts})
        return [(code, path) for path, _, code, _ in self.found('.', '--target', 'cpu')]

    def test_who_makes_the_group_decides_whether_dist_cfg_is_read(self):
        for runtime, code in (NCCL, 'MM101'), ('', 'MM102'):
            with self.subTest(code):
                self.assertEqual([], self.codes(runtime + WRAPPER + LAUNCHED, script()))
                self.assertEqual([], self.found('configs', '--target', 'cpu'))
                reads = script(group='dist.init_process_group(**cfg.env_cfg.dist_cfg)')
                self.assertIn((code, 'configs/a.py'), self.codes(runtime + WRAPPER + LAUNCHED, reads))

    def test_no_script_builds_a_runner(self):
        for runtime, code in (NCCL, 'MM101'), ('', 'MM102'):
            self.assertIn((code, 'configs/a.py'), self.codes(runtime + WRAPPER, 'print(1)\n'))

    def test_a_module_that_the_config_imports_makes_it(self):
        imports = "custom_imports = dict(imports=['toy_start'])\n"
        self.write({'toy_start.py': "import torch.distributed as dist\n\ndist.init_process_group('gloo')\n"})
        self.assertEqual([], self.codes(imports + WRAPPER + LAUNCHED, script(group='')))

    def test_a_module_of_the_package_that_it_imports_makes_it(self):
        imports = "custom_imports = dict(imports=['toy'])\n"
        self.write({'toy/__init__.py': 'from . import parts  # noqa: F401\n',
                    'toy/parts.py': 'from .start.ranks import JOINED  # noqa: F401\n', 'toy/start/__init__.py': '',
                    'toy/start/ranks.py': "import torch.distributed as dist\n\n"
                                          "dist.init_process_group('gloo')\nJOINED = True\n"})
        self.assertEqual([], self.codes(imports + WRAPPER + LAUNCHED, script(group='')))
        self.write({'toy/parts.py': 'def late():\n    from .start.ranks import JOINED\n    return JOINED\n'})
        self.assertEqual({'MM102', 'MM503'}, {code for code, _ in self.codes(imports + WRAPPER + LAUNCHED,
                                                                           script(group=''))})

    def test_one_script_corrects_it_and_another_does_not(self):
        corrects = script("cfg.optim_wrapper.type = 'OptimWrapper'")
        config = RUNTIME + WRAPPER + LAUNCHED + AMP
        self.assertEqual([], self.codes(config, corrects))
        self.assertEqual([('MM402', 'configs/a.py')], self.codes(config, corrects, script()))

    def test_ways_to_write(self):
        config = RUNTIME + LAUNCHED + AMP
        for way in ("cfg.merge_from_dict({'optim_wrapper.type': 'OptimWrapper'})",
                    "cfg.merge_from_dict(dict(optim_wrapper=dict(type='OptimWrapper')))",
                    "cfg['optim_wrapper'].update(type='OptimWrapper')",
                    "cfg.optim_wrapper = dict(type='OptimWrapper', optimizer=cfg.optim_wrapper.optimizer)",
                    "if cfg.get('optim_wrapper') is not None:\n    cfg.optim_wrapper['type'] = 'OptimWrapper'",
                    "if not torch.cuda.is_available():\n    cfg.optim_wrapper.type = 'OptimWrapper'",
                    "setattr(cfg.optim_wrapper, 'type', 'OptimWrapper')"):
            with self.subTest(way):
                self.assertEqual([], self.codes(config + WRAPPER, script(way)))
        wrapper = "dict(type='MMDistributedDataParallel', device_ids=None)"
        for way in (f'cfg.model_wrapper_cfg = {wrapper}', f"cfg.setdefault('model_wrapper_cfg', {wrapper})",
                    f"if 'model_wrapper_cfg' not in cfg:\n    cfg.model_wrapper_cfg = {wrapper}"):
            with self.subTest(way):
                self.assertEqual([], self.codes(RUNTIME + LAUNCHED, script(way)))

    def test_a_function_returns_what_is_merged(self):
        changes = ('def changes():', '    if torch.cuda.is_available():', '        return {}',
                   "    return {'optim_wrapper.type': 'OptimWrapper'}", '', 'cfg.merge_from_dict(changes())')
        config = RUNTIME + WRAPPER + LAUNCHED + AMP
        self.assertEqual([], self.codes(config, script(*changes)))
        other = [line.replace('if torch', 'if not torch') for line in changes]
        self.assertEqual([('MM402', 'configs/a.py')], self.codes(config, script(*other)))

    def test_a_class_that_every_heir_leaves_out_is_not_built(self):
        hook = ('import torch\nfrom mmengine.hooks import Hook\nfrom mmengine.registry import HOOKS\n\n\n'
                '@HOOKS.register_module()\nclass Waits(Hook):\n    def before_train_iter(self, *args, **kwargs):\n'
                '        torch.cuda.synchronize()\n')
        self.write({'toy_hooks.py': hook, 'configs/base.py': "custom_hooks = [dict(type='Waits')]\n"})
        config = RUNTIME + WRAPPER + LAUNCHED + "_base_ = 'base.py'\n"
        for own, severity in (("custom_hooks = [dict(type='EMAHook')]\n", 'info'), ('', 'error')):
            self.codes(config + own, script())
            self.assertEqual([('toy_hooks.py', severity)],
                             [(path, level) for path, _, code, level in self.found('.', '--target', 'cpu')
                              if code == 'MM509'])

    def test_an_option_that_the_known_start_leaves_off(self):
        amp = script('import argparse', 'parser = argparse.ArgumentParser()', "parser.add_argument('config')",
                     "parser.add_argument('--amp', action='store_true', default=False)", 'args = parser.parse_args()',
                     'if args.amp is True:', "    cfg.optim_wrapper.type = 'AmpOptimWrapper'")
        dist_train = 'torchrun --nproc_per_node=$2 $(dirname "$0")/train.py $1 "${@:3}"\n'
        config = RUNTIME + WRAPPER + LAUNCHED
        self.write({'configs/a.py': MODEL + config, 'tools/train.py': amp, 'tools/dist_train.sh': dist_train})
        for run, severity in ((None, 'info'), (' --amp', 'error'), ('', 'info')):
            if run is not None:
                self.write({'run.sh': f'bash tools/dist_train.sh configs/a.py 2{run}\n'})
            self.assertEqual([severity], [level for _, _, code, level in self.found('.', '--target', 'cpu')
                                          if code == 'MM525'])

    def test_ways_that_leave_it(self):
        for way in ("if len(sys.argv) > 2:\n    cfg.optim_wrapper.type = 'OptimWrapper'",
                    "if torch.cuda.is_available():\n    cfg.optim_wrapper.type = 'OptimWrapper'",
                    "cfg.optim_wrapper.update(clip_grad=None)",
                    "cfg.setdefault('optim_wrapper', dict(type='OptimWrapper'))"):
            with self.subTest(way):
                self.assertEqual([('MM402', 'configs/a.py')],
                                 self.codes(RUNTIME + WRAPPER + LAUNCHED + AMP, script(way)))

    def test_what_a_script_writes_stands_there(self):
        config = RUNTIME + WRAPPER + LAUNCHED + "norm_cfg = dict(type='BN')\nmodel['norm'] = norm_cfg\n"
        wrong = script("cfg.model.norm.type = 'SyncBN'")
        self.assertEqual([('MM401', 'train.py')], self.codes(config, wrong))
        self.assertEqual([], self.found('configs', '--target', 'cpu'))
        self.assertIn('train.py', self.last('configs', '--target', 'cpu'))
        once = script("if sys.stdin.isatty():\n    cfg.model.norm.type = 'SyncBN'")
        self.codes(config, once)
        self.assertEqual(['warning'], [severity for *_, severity in self.found('.', '--target', 'cpu')])

    def test_what_is_left_is_wrong_with_what_is_written(self):
        alone = NCCL + "launcher = 'none'\n"
        found = self.codes(alone, script("cfg.launcher = 'pytorch'", group=''))
        self.assertEqual([('MM101', 'configs/a.py'), ('MM301', 'configs/a.py'), ('MM503', 'train.py')], sorted(found))
        pops = script("cfg.model_wrapper_cfg.pop('device_ids')")
        self.assertEqual(['train.py'], [path for _, path in self.codes(RUNTIME + WRAPPER + LAUNCHED, pops)])
        flag = RUNTIME + LAUNCHED + 'find_unused_parameters = True\n'
        wrapper = "cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)"
        self.assertEqual([('MM307', 'configs/a.py')], self.codes(flag, script(wrapper)))
        self.assertEqual(0, self.check('.', '--target', 'cpu')['summary']['fixable_unsafe'])  # it would change nothing
        self.assertEqual([], self.codes(flag, script(wrapper, 'cfg.model_wrapper_cfg.find_unused_parameters = True')))

    def test_what_cannot_be_told_is_open(self):
        config = RUNTIME + WRAPPER + LAUNCHED + AMP
        self.assertEqual([], self.codes(config, script('cfg.optim_wrapper.type = sys.argv[2]')))
        last = self.last('.', '--target', 'cpu')
        self.assertTrue(last.startswith('Not decided: optim_wrapper.type is not known'), last)


if __name__ == '__main__':
    unittest.main()
