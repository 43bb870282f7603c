"""Lazy twins of classic configs: the published packages have hardly any config in the lazy style, so a
clean classic one is written again in that style, from the values that MMEngine gives it."""

import json
import keyword

RUNTIME = ('env_cfg', 'model_wrapper_cfg', 'find_unused_parameters', 'default_scope', 'default_hooks',
           'log_level', 'log_processor', 'load_from', 'resume', 'visualizer', 'vis_backends', 'randomness')
LEAF = 'configs/planted_leaf.py'


def lazy_twin(config, rng):
    """A project, path -> text, whose LEAF has these values; None if they cannot be written so."""
    if not all(key.isidentifier() and not keyword.iskeyword(key) for key in config):
        return None
    if '{"__' in json.dumps(config):
        return None
    own = {key for key in config if key not in RUNTIME and key != 'model' and rng.random() < 0.2}
    parts = {
        'configs/base/runtime.py': [key for key in config if key in RUNTIME],
        'configs/base/model.py': [key for key in config if key == 'model'],
        'configs/base/rest.py': [key for key in config
                                 if key not in RUNTIME and key != 'model' and key not in own],
    }
    files = {path: ''.join(f'{key} = {written(config[key])}\n' for key in keys)
             for path, keys in parts.items()}
    imports = ''.join(f'    from .base.{name} import *\n' for name in ('runtime', 'model', 'rest'))
    head = f'from mmengine.config import read_base\n\nwith read_base():\n{imports}\n'
    files[LEAF] = head + ''.join(f'{key} = {written(config[key])}\n' for key in config if key in own)
    return files


def written(value, indent=''):
    """Source of a JSON value, one item per line where there are several levels."""
    inner = indent + '    '
    if isinstance(value, dict) and value:
        if all(key.isidentifier() and not keyword.iskeyword(key) for key in value):
            opening, closing = 'dict(', ')'
            items = [f'{key}={written(item, inner)}' for key, item in value.items()]
        else:
            opening, closing = '{', '}'
            items = [f'{key!r}: {written(item, inner)}' for key, item in value.items()]
    elif isinstance(value, list) and value:
        opening, closing = '[', ']'
        items = [written(item, inner) for item in value]
    else:
        return 'dict()' if value == {} else repr(value)
    flat = opening + ', '.join(items) + closing
    if len(indent) + len(flat) < 90 and '\n' not in flat:
        return flat
    return opening + '\n' + ''.join(f'{inner}{item},\n' for item in items) + indent + closing
