"""Compares two copies of a config project with MMEngine itself. Run by a Python that has mmengine-lite.

    judge.py BEFORE AFTER    ->  JSON on stdout

{"configs": {path: {"before": X, "after": X}},   X: {"error": text} or what MMEngine would do with it
 "changed": [[path, key path, before, after]]}   values as repr, null for an absent key
"""

import contextlib
import json
import re
import sys
import warnings
from pathlib import Path

# MMEngine decides by the place of sys.executable which modules are "builtin" (_is_builtin_module in
# mmengine/config/utils.py); a venv would make it take json and copy for third-party ones.
sys.executable = sys._base_executable

from mmengine.config import Config  # noqa: E402

ABSENT = object()
ADDRESS = re.compile(r' at 0x[0-9a-f]+')


def load(path):
    """The values of a config as MMEngine sees them, or the exception it raises."""
    try:
        with contextlib.redirect_stdout(sys.stderr):  # configs may print
            return Config.fromfile(str(path), import_custom_modules=False).to_dict(), None
    except Exception as error:
        return None, f'{type(error).__name__}: {error}'


def facts(config):
    """What Runner.setup_env and Runner.wrap_model take from a config (mmengine/runner/runner.py)."""
    env = config.get('env_cfg', dict(dist_cfg=dict(backend='nccl')))
    dist = env.get('dist_cfg') or {}
    wrapper = config.get('model_wrapper_cfg')
    if wrapper is None:
        broadcast, unused = False, bool(config.get('find_unused_parameters', False))
        device_ids = 'injected'
    else:
        broadcast = wrapper.get('broadcast_buffers', True)
        unused = wrapper.get('find_unused_parameters', False)
        device_ids = repr(wrapper['device_ids']) if 'device_ids' in wrapper else 'injected'
    loaders = [config.get(key + '_dataloader') for key in ('train', 'val', 'test')]
    return {
        'runnable': isinstance(config.get('model'), dict) and any(x is not None for x in loaders),
        'distributed': config.get('launcher') != 'none',
        'backend': dist.get('backend', 'nccl'),
        'wrapper_type': None if wrapper is None else wrapper.get('type'),
        'device_ids': device_ids,
        'output_device': repr(None if wrapper is None else wrapper.get('output_device')),
        'broadcast_buffers': broadcast,
        'find_unused_parameters': unused,
    }


def walk(before, after, key=''):
    """Yields (key path, before, after) for every value that differs; whole subtrees that came or went
    are one entry."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in list(before) + [name for name in after if name not in before]:
            part = f'{key}.{name}' if key else str(name)
            yield from walk(before.get(name, ABSENT), after.get(name, ABSENT), part)
    elif type(before) is type(after) and isinstance(before, (list, tuple)) and len(before) == len(after):
        for index, (left, right) in enumerate(zip(before, after)):
            yield from walk(left, right, f'{key}.{index}')
    elif type(before) is not type(after) or shown(before) != shown(after):
        yield key, before, after


def shown(value):
    return ADDRESS.sub('', repr(value))


def main():
    warnings.simplefilter('ignore')
    old, new = Path(sys.argv[1]), Path(sys.argv[2])
    configs, changed = {}, []
    for path in sorted(old.rglob('configs/**/*.py')):
        name = path.relative_to(old).as_posix()
        before, before_error = load(path)
        after, after_error = load(new / name)
        configs[name] = {
            'before': {'error': before_error} if before is None else facts(before),
            'after': {'error': after_error} if after is None else facts(after),
        }
        if before is not None and after is not None:
            for key, left, right in walk(before, after):
                sides = [None if side is ABSENT else shown(side) for side in (left, right)]
                changed.append([name, key, *sides])
    json.dump({'configs': configs, 'changed': changed}, sys.stdout)


if __name__ == '__main__':
    main()
