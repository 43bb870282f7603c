"""Asks MMEngine whether its Runner takes configs: python runner_contract.py < PATHS. Prints a line of JSON for each.

Runner's constructor, build_train_loop, build_val_loop and build_test_loop run as they are; what they build is left out,
so that only their own conditions speak. The loops of MMEngine are called as far as their parameters go."""

import inspect
import json
import sys
import tempfile
from types import SimpleNamespace

from mmengine import runner
from mmengine.config import Config
from mmengine.runner import Runner

LOOPS = {name: getattr(runner, name) for name in ('EpochBasedTrainLoop', 'IterBasedTrainLoop', 'ValLoop', 'TestLoop')}
KEYS = [f'{phase}_{part}' for phase in ('train', 'val', 'test') for part in ('dataloader', 'cfg')]


def parameters_of(loop):
    signature = inspect.signature(loop.__init__)
    return lambda *values, **named: signature.bind(loop, *values, **named)


class Registry:
    """In the place of LOOPS: the loops of MMEngine by name, and nothing for those of others."""

    def build(self, cfg, default_args):
        arguments = {**default_args, **cfg}
        kind = arguments.pop('type')
        arguments.pop('_scope_', None)
        name = kind.rpartition('mmengine.')[2] if isinstance(kind, str) else kind.__name__
        if name in LOOPS:
            parameters_of(LOOPS[name])(**arguments)


def silence():
    """Leaves of Runner what no config can make fail by its keys."""
    quiet = SimpleNamespace(info=lambda *_: None, add_config=lambda *_: None)
    for name in ('setup_env', 'set_randomness', '_log_env', 'build_message_hub', 'build_log_processor', 'register_hooks',
                 'dump_config', 'build_model', 'get_hooks_info'):
        setattr(Runner, name, lambda *_, **__: None)
    Runner.build_logger = Runner.build_visualizer = lambda *_, **__: quiet
    Runner.wrap_model = lambda *_: quiet
    Runner._timestamp = Runner.timestamp = 'now'
    scope = sys.modules[Runner.__module__]
    scope.LOOPS = Registry()
    for name, loop in LOOPS.items():
        setattr(scope, name, parameters_of(loop))


def answer(path, work_dir):
    """'accepted', 'refused' with the exception, or why the config is no question."""
    try:
        cfg = Config.fromfile(path, import_custom_modules=False)
        if not isinstance(cfg.get('model'), dict) or all(cfg.get(key) is None for key in KEYS[::2]):
            return 'not runnable', ''
        if cfg.get('runner_type', 'Runner') != 'Runner':
            return 'another runner', ''
        cfg.to_dict()  # imports what a lazy config names
        cfg['work_dir'] = work_dir
    except Exception as error:
        return 'does not load', repr(error)
    try:
        built = Runner.from_cfg(cfg)
        for phase in ('train', 'val', 'test'):
            if cfg.get(f'{phase}_cfg') is not None:
                getattr(built, f'build_{phase}_loop')(cfg[f'{phase}_cfg'])
    except ImportError as error:
        return 'does not load', repr(error)
    except Exception as error:
        return 'refused', repr(error)
    return 'accepted', ''


def main():
    silence()
    with tempfile.TemporaryDirectory() as work_dir:
        for line in sys.stdin:
            verdict, why = answer(line.rstrip('\n'), work_dir)
            print(json.dumps({'verdict': verdict, 'why': why[:300]}), flush=True)


if __name__ == '__main__':
    main()
