"""Inputs for the fuzz target, made of the fixtures and of the rules' examples: small projects, all files
of one after the other, each but the first after a line `#@ path` (see files.h)."""

import builtins
import hashlib
import keyword
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / 'check'))

import rule_examples

LARGEST = 1000  # bytes; larger inputs teach the fuzzer nothing
KINDS = ('.py', '.yaml', '.yml', '.json')


def joined(files):
    """One input; `files` are (path, bytes), the main one first."""
    (_, first), *others = files
    return first + b''.join(b'\n#@ ' + path.encode() + b'\n' + text for path, text in others)


def folders(fixtures):
    """(folder, its files) for everything that stands for one project."""
    for topic in sorted(fixtures.rglob('*')):
        if topic.is_dir() and (topic.parent.name in ('values', 'check', 'cli') or topic.name == 't20'):
            files = sorted(path for path in topic.rglob('*') if path.suffix in KINDS and path.is_file())
            yield topic, files


def with_bases(main, files, folder):
    """The main file and, at any distance, those whose names it mentions."""
    chosen, todo = [main], [main]
    while todo:
        words = set(re.findall(r'\w+', todo.pop().read_text(errors='replace')))
        for path in files:
            if path not in chosen and path.stem in words:
                chosen.append(path)
                todo.append(path)
    texts = [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in chosen]
    return flattened(texts)


def flattened(files):
    """The same files as seen from the folder of the main one, which is called main.py."""
    folder = Path(files[0][0]).parent
    up = '../' * len(folder.parts)
    return [(up + path if up else path, text) for path, text in files]


def examples(repository):
    for example in rule_examples.read_all(repository):
        yield [(file.path, (file.text or '').encode()) for file in example.files]


def projects(fixtures):
    """Every config below a folder with what it needs."""
    for folder, files in folders(fixtures):
        for main in files:
            if main.suffix == '.py':
                yield joined(with_bases(main, files, folder))
            else:
                name = 'main' + main.suffix
                yield b'_base_ = "./' + name.encode() + b'"\n#@ ' + name.encode() + b'\n' + main.read_bytes()


def inputs(repository):
    yield from projects(repository / 'fixtures')
    for files in examples(repository):
        yield joined(flattened(files))


def words():
    """What the fuzzer puts in as a whole: Python's own words, and MMEngine's."""
    yield from (f'{word} ' for word in keyword.kwlist)
    yield from (f'{name}(' for name in dir(builtins) if name.islower())
    for kind in (str, list, dict, set):
        yield from (f'.{name}(' for name in dir(kind) if not name.startswith('_'))
    yield from ('_base_ = ', '_base_.', '_delete_=True', 'with read_base():\n    from .b import *\n', '{{_base_.',
                '{{ fileDirname }}', "{{'$A:1'}}", '.merge(', '.deepcopy(', 'import os\n', 'os.path.', 'os.environ',
                'copy.deepcopy(', '[-1]', '[::-1]', '[1:]', '**', '//', '<<', ':=', '\n    ', '\r\n', '\\\n', 'f"{',
                '!r:>9}', '"' * 3, '\n#@ a.py\n', '\n#@ b.yaml\n', '&a ', '*a', '<<: ', '!!')


def write_dictionary(words, path):
    """In the form of libFuzzer's -dict."""
    escaped = (re.sub(r'[^ !#-\[\]-~]', lambda match: f'\\x{ord(match[0]):02x}', word) for word in words)
    path.write_text(''.join(f'"{word}"\n' for word in dict.fromkeys(escaped)))


def write(texts, largest, folder):
    """Writes all of them, named by their contents; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    names = set()
    for text in texts:
        if len(text) <= largest:
            name = hashlib.sha256(text).hexdigest()[:16]
            (folder / name).write_bytes(text)
            names.add(name)
    return len(names)
