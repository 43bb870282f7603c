"""Faults to plant into a clean config, one at a time: what is written where, and what must come of it.

Every function below takes a Leaf and a random.Random and gives a Plant, or None where the fault does not
fit that leaf. CLASSIC and LAZY list them."""

import ast
import keyword
from dataclasses import dataclass, field

BAD_BACKENDS = ('nccl', 'eccl', 'hccl', 'cncl', 'none')


@dataclass
class Leaf:
    path: str      # of the leaf, relative to the project
    files: dict    # path -> text, the whole project
    config: dict   # what MMEngine makes of the clean leaf
    keys_of: object  # path of a file of the project -> the top-level keys that it gives, or None

    @property
    def text(self):
        return self.files[self.path]

    def folder_of(self, name):
        return self.path.rpartition('/')[0] + '/' + name

    def statements(self):
        return ast.parse(self.text).body

    def assigns(self, key):
        """Whether the leaf's own text may set a top-level key."""
        return any(isinstance(node, ast.Name) and node.id == key for node in ast.walk(ast.parse(self.text)))

    def inherits(self, key):
        return key in self.config and not self.assigns(key)

    def wrapper(self):
        """The inherited wrapper, if it is the block that `fix` writes."""
        value = self.config.get('model_wrapper_cfg')
        whole = isinstance(value, dict) and value.get('device_ids', 0) is None and 'output_device' in value
        return value if whole and self.inherits('model_wrapper_cfg') else None


@dataclass
class Plant:
    code: str
    files: dict                # path -> text: what is different from the clean project
    places: set                # (path, line): the finding stands at one of them
    error: str = None          # the exception that MMEngine raises, where it does
    fix: str = None            # 'safe', 'unsafe'; None: `fix` must leave everything as it is
    changed: dict = field(default_factory=dict)  # top-level keys that are other than before after `fix`


def insert(leaf, rng, statement, line=0, after=None, **plant):
    """A Plant that puts a statement between two random top-level statements of the leaf, or at its end;
    `line` is the one of its lines (from 0) that the finding is about."""
    nodes = leaf.statements()
    first = 0
    for index, node in enumerate(nodes):
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.With) or getattr(target, 'id', None) == '_base_':
            first = index + 1
    spots = [nodes[index - 1].end_lineno if index else 0 for index in range(first, len(nodes) + 1)]
    spot = rng.choice(spots[-1:] if rng.random() < 0.5 else spots)
    lines = leaf.text.splitlines(keepends=True)
    head = ''.join(lines[:spot])
    if head and not head.endswith('\n'):
        head += '\n'
    text = head + statement.rstrip('\n') + '\n' + ''.join(lines[spot:])
    places = {(leaf.path, spot + 1 + line)}
    return Plant(files={leaf.path: text}, places=places, **plant)


def source(value):
    """Python source of a JSON value, on one line, dicts as calls where that is possible."""
    if isinstance(value, dict):
        if all(key.isidentifier() and not keyword.iskeyword(key) for key in value):
            return 'dict(' + ', '.join(f'{key}={source(item)}' for key, item in value.items()) + ')'
        return '{' + ', '.join(f'{key!r}: {source(item)}' for key, item in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ', '.join(source(item) for item in value) + ']'
    return repr(value)


# --- both kinds of config ---

def syntax_error(leaf, rng):
    statement = rng.choice(['planted = = 1', 'planted = dict(a=1 b=2)', 'planted = dict(a=1, a=2)',
                            'planted = [1, 2))', "planted = 'abc", '  planted = 1', 'planted = 1 +'])
    return insert(leaf, rng, statement, code='MM001', error='SyntaxError|IndentationError')


def reserved_key(leaf, rng):
    key = rng.choice(['filename', 'text', 'pretty_text', 'env_variables'])
    return insert(leaf, rng, f"{key} = 'planted'", code='MM008', error='KeyError')


def undefined_name(leaf, rng):
    statement = rng.choice(['planted = planted_nowhere', 'planted = dict(a=[planted_nowhere])',
                            "planted = f'{planted_nowhere}/x'"])
    return insert(leaf, rng, statement, code='MM006', error='NameError')


def byte_order_mark(leaf, rng):
    return Plant('MM010', {leaf.path: '\ufeff' + leaf.text}, {(leaf.path, 1)},
                 error='SyntaxError', fix='safe')


def backend_at_its_origin(leaf, rng):
    """In the base, where the clean config has its gloo from."""
    for path, line in lines_with(leaf, "backend='gloo'"):
        text = leaf.files[path].replace("backend='gloo'", f"backend='{rng.choice(BAD_BACKENDS)}'")
        return Plant('MM101', {path: text}, {(path, line)}, fix='safe')


def device_ids_dropped_at_their_origin(leaf, rng):
    for path, line in lines_with(leaf, 'device_ids=None,'):
        text = leaf.files[path]
        for form in ('    device_ids=None,\n', 'device_ids=None, '):
            if form in text:
                return Plant('MM302', {path: text.replace(form, '')},
                             {(path, place) for place in statement_around(text, line)}, fix='safe')


def lines_with(leaf, word):
    """The (path, line) where a word stands, if it stands once in the whole project."""
    if sum(text.count(word) for text in leaf.files.values()) == 1:
        for path, text in leaf.files.items():
            if word in text:
                return [(path, text[:text.index(word)].count('\n') + 1)]
    return []


def statement_around(text, line):
    """The lines of the top-level statement that holds a line."""
    for node in ast.parse(text).body:
        if node.lineno <= line <= node.end_lineno:
            return range(node.lineno, node.end_lineno + 1)
    return []


def no_wrapper(leaf, rng):
    if leaf.wrapper():
        return insert(leaf, rng, 'model_wrapper_cfg = None', code='MM301', fix='safe')


# --- classic ---

def classic_backend(leaf, rng):
    if not leaf.inherits('env_cfg'):
        return None
    bad = rng.choice(BAD_BACKENDS)
    statement, line = rng.choice([
        (f"env_cfg = dict(dist_cfg=dict(backend='{bad}'))", 0),
        (f'env_cfg = dict(\n    dist_cfg=dict(\n        backend="{bad}",  # planted\n    ),\n)', 2),
        (f"env_cfg = {{'dist_cfg': {{'backend': '{bad}'}}}}", 0),
        (f"_base_.env_cfg.dist_cfg.backend = '{bad}'", 0),
    ])
    return insert(leaf, rng, statement, line, code='MM101', fix='safe')


def classic_no_backend(leaf, rng):
    if leaf.inherits('env_cfg') and leaf.config['env_cfg'].get('dist_cfg') == {'backend': 'gloo'}:
        return insert(leaf, rng, 'env_cfg = dict(dist_cfg=dict(_delete_=True))', code='MM102', fix='safe')


def classic_implicit_device_ids(leaf, rng):
    if not leaf.wrapper():
        return None
    own = {'type': 'MMDistributedDataParallel', 'broadcast_buffers': rng.random() < 0.5}
    if rng.random() < 0.5:
        own['find_unused_parameters'] = rng.random() < 0.5
    return insert(leaf, rng, f'model_wrapper_cfg = {source({"_delete_": True, **own})}', code='MM302',
                  fix='safe', changed={'model_wrapper_cfg': {**own, 'device_ids': None}})


def classic_device_ids(leaf, rng):
    if leaf.wrapper():
        bad = rng.choice(['device_ids=[0]', 'device_ids=[0, 1, 2, 3]', 'output_device=1'])
        return insert(leaf, rng, f'model_wrapper_cfg = dict({bad})', code='MM303', fix='safe')


def classic_sync_bn(leaf, rng):
    norm = has_batch_norm(leaf)
    if norm and leaf.inherits('model'):
        statement, line = rng.choice([
            (f"model = dict({norm}=dict(norm_cfg=dict(type='SyncBN')))", 0),
            (f"model = dict(\n    {norm}=dict(\n        norm_cfg=dict(type='SyncBN')))", 2)])
        return insert(leaf, rng, statement, line, code='MM401', fix='unsafe')


def has_batch_norm(leaf):
    for part in ('backbone', 'neck', 'decode_head', 'bbox_head'):
        value = leaf.config['model'].get(part)
        if isinstance(value, dict) and (value.get('norm_cfg') or {}).get('type') == 'BN':
            return part
    return None


def with_base(leaf, rng, item, where='anywhere', **plant):
    """A Plant that adds one more path to the leaf's `_base_`: 'first', 'last' or 'anywhere'."""
    for node in leaf.statements():
        if isinstance(node, ast.Assign) and getattr(node.targets[0], 'id', None) == '_base_':
            break
    else:
        return None
    items = node.value.elts if isinstance(node.value, ast.List) else [node.value]
    parts = [ast.get_source_segment(leaf.text, part) for part in items]
    if any('\n' in part for part in parts):
        return None
    position = {'first': 0, 'last': len(parts), 'anywhere': rng.randrange(len(parts) + 1)}[where]
    parts.insert(position, repr(item))
    lines = leaf.text.splitlines(keepends=True)
    block = '_base_ = [\n' + ''.join(f'    {part},\n' for part in parts) + ']\n'
    text = ''.join(lines[:node.lineno - 1]) + block + ''.join(lines[node.end_lineno:])
    plant.setdefault('places', set()).add((leaf.path, node.lineno + 1 + position))
    return Plant(files={leaf.path: text, **plant.pop('more', {})}, **plant)


def classic_missing_base(leaf, rng):
    return with_base(leaf, rng, rng.choice(['./planted_nowhere.py', '../planted/nowhere.py']),
                     code='MM002', error='FileNotFoundError')


def classic_cycle(leaf, rng):
    # In front: MMEngine would load the bases before it a hundred times over.
    return with_base(leaf, rng, './' + leaf.path.rpartition('/')[2], 'first', code='MM003',
                     error='RecursionError')


def classic_duplicate_key(leaf, rng):
    keys = sorted(key for path in leaf.files if path != leaf.path for key in leaf.keys_of(path) or ())
    if not keys:
        return None
    base = leaf.folder_of('planted_base.py')
    # The finding stands at the later of the two.
    return with_base(leaf, rng, './planted_base.py', 'last', code='MM004', error='KeyError',
                     places={(base, 2)}, more={base: f'planted = 1\n{rng.choice(keys)} = dict()\n'})


def classic_lazy_base(leaf, rng):
    base = leaf.folder_of('planted_base.py')
    text = 'from torch.nn import ReLU\n\nplanted = dict(type=ReLU)\n'
    return with_base(leaf, rng, './planted_base.py', code='MM005', error='RuntimeError',
                     places={(base, 1)}, more={base: text})


def classic_missing_key(leaf, rng):
    if not leaf.inherits('model'):
        return None
    statement, error = rng.choice([('planted = _base_.planted_nowhere', 'AttributeError'),
                                   ('planted = {{_base_.planted_nowhere}}', 'KeyError'),
                                   ("planted = _base_.model['planted_nowhere']", 'KeyError')])
    return insert(leaf, rng, statement, code='MM006', error=error)


def classic_type_conflict(leaf, rng):
    keys = [key for key, value in leaf.config.items() if not isinstance(value, dict) and leaf.inherits(key)]
    if not keys:
        return None
    return insert(leaf, rng, f'{rng.choice(sorted(keys))} = dict(planted=1)', code='MM007', error='TypeError')


# --- lazy ---

def lazy_backend(leaf, rng):
    if not leaf.inherits('env_cfg'):
        return None
    bad = rng.choice(BAD_BACKENDS)
    whole = {**leaf.config['env_cfg'], 'dist_cfg': {'backend': bad}}
    statement, line = rng.choice([
        (f"env_cfg.update(dict(dist_cfg=dict(backend='{bad}')))", 0),
        (f"env_cfg.dist_cfg.backend = '{bad}'", 0),
        (f"env_cfg['dist_cfg']['backend'] = '{bad}'", 0),
        (f"env_cfg.merge(\n    dict(dist_cfg=dict(backend='{bad}')))", 1),
        (f'env_cfg = {source(whole)}', 0)])
    return insert(leaf, rng, statement, line, code='MM101', fix='safe')


def lazy_implicit_device_ids(leaf, rng):
    if not leaf.wrapper():
        return None
    own = {'type': 'MMDistributedDataParallel', 'find_unused_parameters': rng.random() < 0.5}
    return insert(leaf, rng, f'model_wrapper_cfg = {source(own)}', code='MM302', fix='safe',
                  changed={'model_wrapper_cfg': {**own, 'device_ids': None}})


def lazy_device_ids(leaf, rng):
    if leaf.wrapper():
        key, bad = rng.choice([('device_ids', '[0]'), ('device_ids', '[0, 1]'), ('output_device', '1')])
        statement = rng.choice([f'model_wrapper_cfg.update(dict({key}={bad}))',
                                f'model_wrapper_cfg.{key} = {bad}'])
        return insert(leaf, rng, statement, code='MM303', fix='safe')


def lazy_wrapper_class(leaf, rng):
    if not leaf.wrapper():
        return None
    whole = source(leaf.wrapper()).replace("'MMDistributedDataParallel'", 'MMDistributedDataParallel')
    statement = rng.choice(['model_wrapper_cfg.type = MMDistributedDataParallel',
                            'model_wrapper_cfg.update(dict(type=MMDistributedDataParallel))',
                            f'model_wrapper_cfg = {whole}'])
    statement = f'from mmengine.model import MMDistributedDataParallel\n\n{statement}'
    return insert(leaf, rng, statement, 2, code='MM309', fix='safe')


def lazy_sync_bn(leaf, rng):
    norm = has_batch_norm(leaf)
    if norm and leaf.inherits('model'):
        statement = rng.choice([f"model.update(dict({norm}=dict(norm_cfg=dict(type='SyncBN'))))",
                                f"model.{norm}.norm_cfg.type = 'SyncBN'"])
        return insert(leaf, rng, statement, code='MM401', fix='unsafe')


def with_import(leaf, statement, first=False, **plant):
    """A Plant that adds a line to the end or the beginning of the leaf's `with read_base()`."""
    block = next((node for node in leaf.statements() if isinstance(node, ast.With)), None)
    if not block:
        return None
    lines = leaf.text.splitlines(keepends=True)
    spot = block.lineno if first else block.end_lineno
    text = ''.join(lines[:spot]) + f'    {statement}\n' + ''.join(lines[spot:])
    plant.setdefault('places', set()).add((leaf.path, spot + 1))
    return Plant(files={leaf.path: text, **plant.pop('more', {})}, **plant)


def lazy_missing_base(leaf, rng):
    statement = rng.choice(['from .planted_nowhere import *', 'from ..planted.nowhere import planted'])
    return with_import(leaf, statement, code='MM002', error='ConfigParsingError')


def lazy_cycle(leaf, rng):
    name = leaf.path.rpartition('/')[2].removesuffix('.py')
    return with_import(leaf, f'from .{name} import *', first=True, code='MM003', error='RecursionError')


def lazy_classic_base(leaf, rng):
    base = leaf.folder_of('planted_base.py')
    return with_import(leaf, 'from .planted_base import *', code='MM005', error='ConfigParsingError',
                       places={(base, 1)}, more={base: '_base_ = []\nplanted = 1\n'})


def lazy_missing_name(leaf, rng):
    if leaf.inherits('model'):
        if rng.random() < 0.5:
            return with_import(leaf, 'from .base.runtime import planted_nowhere', code='MM006',
                               error='KeyError')
        statement, error = rng.choice([('planted = model.planted_nowhere', 'AttributeError'),
                                       ("planted = model['planted_nowhere']", 'KeyError')])
        return insert(leaf, rng, statement, code='MM006', error=error)


BOTH = [syntax_error, reserved_key, undefined_name, byte_order_mark, no_wrapper, backend_at_its_origin,
        device_ids_dropped_at_their_origin]
CLASSIC = BOTH + [classic_backend, classic_no_backend, classic_implicit_device_ids, classic_device_ids,
                  classic_sync_bn, classic_missing_base, classic_cycle, classic_duplicate_key,
                  classic_lazy_base, classic_missing_key, classic_type_conflict]
LAZY = BOTH + [lazy_backend, lazy_implicit_device_ids, lazy_device_ids, lazy_wrapper_class, lazy_sync_bn,
               lazy_missing_base, lazy_cycle, lazy_classic_base, lazy_missing_name]
