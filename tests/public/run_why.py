"""`mmlint why` names the file that MMEngine's value comes from: for a sample of (config, key) of the public packages
the setter is also found in the plainest way, with Python's own parser and MMEngine's values of every base. Where that
is not plain (code, `_base_` in expressions, several assignments) the pair is left out."""

import ast
import json
import random
import sys

import harness
import oracle
import origins
import packages

CONFIGS, KEYS = 60, 4  # of each package, and of each config


class NotPlain(Exception):
    """The file does more than assign literals."""


def leaves(value, path=()):
    """The paths of everything that is no container."""
    if isinstance(value, dict) and harness.marker(value) is None:
        for key, item in value.items():
            yield from leaves(item, path + (key,))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, path + (index,))
    elif path:
        yield path


def at(value, path):
    """The value at a path; KeyError if there is none."""
    for part in path:
        if not isinstance(value, (dict, list)) or isinstance(value, list) != isinstance(part, int):
            raise KeyError(part)
        try:
            value = value[part]
        except IndexError:
            raise KeyError(part) from None
    return value


def assigned(file):
    """name -> expression for the file's top-level names; NotPlain if it holds anything but assignments."""
    names = {}
    for node in origins.tree_of(file).body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name in names or (name != '_base_' and '_base_' in ast.dump(node.value)):
                raise NotPlain
            names[name] = node.value
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            raise NotPlain
    return names


def entries(node):
    """name -> expression of a dict; NotPlain if it is none or unpacks another."""
    if isinstance(node, ast.Call) and getattr(node.func, 'id', None) == 'dict' and not node.args:
        pairs = [(word.arg, word.value) for word in node.keywords]
    elif isinstance(node, ast.Dict):
        pairs = [(getattr(key, 'value', None), value) for key, value in zip(node.keys, node.values)]
    else:
        raise NotPlain
    if any(name in (None, '_delete_') for name, _ in pairs):
        raise NotPlain
    return dict(pairs)


def is_set_in(file, path):
    """Whether the file itself writes the key."""
    names = assigned(file)
    if path[0] not in names:
        return False
    node = names[path[0]]
    for part in path[1:]:
        while isinstance(node, ast.Name):
            node = names[node.id] if node.id in names else not_plain()
        if isinstance(part, int):
            if not isinstance(node, (ast.List, ast.Tuple)) or any(isinstance(x, ast.Starred) for x in node.elts):
                raise NotPlain
            node = node.elts[part]
        else:
            inside = entries(node)
            if part not in inside:
                return False
            node = inside[part]
    return True


def not_plain():
    raise NotPlain


def setter(file, path, answers):
    """The file that sets a key, from the leaf upwards."""
    if is_set_in(file, path):
        return file
    value = at(answers[file]['config'], path)
    for base in origins.bases_of(file):
        try:
            if base in answers and at(answers[base]['config'], path) == value:
                return setter(base, path, answers)
        except KeyError:
            continue
    raise NotPlain


def written(path):
    """The key path as `why` reads it."""
    text = ''
    for part in path:
        name = str(part)
        text += f'["{name}"]' if '.' in name or '[' in name or not name else f'.{name}' if text else name
    return text


def main():
    failures, compared, inherited = harness.Failures('why.setters'), 0, 0
    chance = random.Random(5)
    for name, folder in packages.packages().items():
        folder = folder.resolve()
        answers = {folder / path: answer for path, answer in oracle.of_package(name, folder).items() if answer['ok']}
        configs = [file for file in sorted(answers) if origins.bases_of(file)]
        for file in chance.sample(configs, min(CONFIGS, len(configs))):
            paths = sorted(leaves(answers[file]['config']), key=str)
            for path in chance.sample(paths, min(KEYS, len(paths))):
                try:
                    truth = setter(file, path, answers)
                except NotPlain:
                    continue
                compared += 1
                inherited += truth != file
                check(file, path, truth, at(answers[file]['config'], path), failures)
    print(f'{compared} keys compared, {inherited} of them set in a base')
    failures.expect(compared > 150 and inherited > 75, 'too few keys were plain enough to be compared')
    return failures.finish()


def check(file, path, truth, value, failures):
    out, _ = harness.mmlint('why', file, written(path), '--format', 'json', cwd='/', codes=(0,))
    answer = json.loads(out)
    setters = [step for step in answer['chain'] if step['role'] == 'sets']
    where = f'{file}: {written(path)}'
    if failures.expect(len(setters) == 1, f'{where}: set {len(setters)} times'):
        failures.expect('/' + setters[0]['path'] == str(truth), f'{where}: set in {setters[0]["path"]}, not in {truth}')
    failures.expect(answer['value'] == value, f'{where}: {answer["value"]}, not {value}')


if __name__ == '__main__':
    sys.exit(main())
