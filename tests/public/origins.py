"""Where a config gets its backend from, found with Python's own parser in the plainest way: the file
that says it, else its bases. Independent of how mmlint resolves configs, and good enough for public
packages, where env_cfg is always a literal."""

import ast
from functools import lru_cache
from pathlib import Path

import packages


@lru_cache(maxsize=None)
def tree_of(path):
    return ast.parse(Path(path).read_text(encoding='utf-8'))


def strings_of(node):
    """The strings of a list or of a single one; they may be glued together with +."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return [text for item in node.elts for text in strings_of(item)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [left + right for left in strings_of(node.left) for right in strings_of(node.right)]
    return [node.value] if isinstance(node, ast.Constant) else []


@lru_cache(maxsize=None)
def bases_of(path):
    """The files that a config inherits directly, in order; those of packages included."""
    path = Path(path)
    found = []
    for node in tree_of(path).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], 'id', None) == '_base_':
            found += [path_of(text, path.parent) for text in strings_of(node.value)]
        elif isinstance(node, ast.With):
            for item in node.body:
                if isinstance(item, ast.ImportFrom) and item.level:
                    folder = path.parents[item.level - 1]
                    found.append(folder.joinpath(*item.module.split('.')).with_suffix('.py'))
    return [base.resolve() for base in found if base.resolve().is_file()]


def path_of(base, folder):
    package, colons, path = base.partition('::')
    return packages.site() / package / '.mim/configs' / path if colons else folder / base


def closure(path):
    """The config and every file that it inherits, at any distance."""
    seen, todo = [], [Path(path).resolve()]
    while todo:
        file = todo.pop()
        if file not in seen:
            seen.append(file)
            todo += bases_of(file)
    return seen


@lru_cache(maxsize=None)
def own_backends(path):
    """(backend, line) for each time the file's own text sets env_cfg.dist_cfg.backend."""
    found = []
    for node in tree_of(path).body:
        if not (isinstance(node, (ast.Assign, ast.Expr)) and 'env_cfg' in ast.dump(node)):
            continue
        for call in ast.walk(node):
            keywords = call.keywords if isinstance(call, ast.Call) else []
            if isinstance(call, ast.Dict):
                keywords = [ast.keyword(getattr(key, 'value', None), value)
                            for key, value in zip(call.keys, call.values)]
            found += [(word.value.value, word.value.lineno) for word in keywords
                      if word.arg == 'backend' and isinstance(word.value, ast.Constant)]
    return found


def backend_origin(path):
    """(file, line, backend) of the place that gives a config its backend, or None."""
    own = own_backends(path)
    if own:
        backend, line = own[-1]
        return Path(path), line, backend
    for base in reversed(bases_of(path)):
        origin = backend_origin(base)
        if origin:
            return origin
    return None


def inherited_files(folder):
    """Every file below a folder that another one there inherits."""
    return {base for path in Path(folder).resolve().rglob('*.py') for base in readable_bases(path)}


def readable_bases(path):
    try:
        return bases_of(path)
    except (SyntaxError, ValueError):
        return []
