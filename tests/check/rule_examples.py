"""The examples of the rules, out of fixtures/rules; src/catalog/example_files.h says what the names mean."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

USUAL = {'config': 'configs/toy', 'script': 'tools/train', 'shell': 'tools/run'}


@dataclass
class File:
    path: str  # in the project that the example is
    text: str | None = None  # before the fix, without markers; None for a file that the fix makes
    fixed: str | None = None  # after it; None for a file that it does not touch
    marked: bool = False


@dataclass
class Example:
    code: str
    documents: str  # 'config', 'script' or 'shell'
    name: str  # 'bad-01.lazy'
    style: str  # 'classic' or 'lazy'; else the documents
    target: str
    good: bool
    files: list[File] = field(default_factory=list)  # as they are shown: the main one first
    order: list[str] = field(default_factory=list)

    def rank(self, file):
        place = self.order.index(file.path) if file.path in self.order else len(self.order)
        usual = file.path.startswith(USUAL[self.documents] + '.')
        return place, file.text is None, not file.marked, not usual, file.path


def without_markers(text, code):
    return re.sub(rf'^[ \t]*#([ \t]*\^+ |- ){code}[ \t\r]*\n', '', text, flags=re.MULTILINE)


def read(folder, code, documents):
    """The examples in the folder of one rule."""
    found = {}
    for path in sorted(folder.rglob('*'), key=lambda path: path.relative_to(folder).as_posix()):
        if not path.is_file():
            continue
        top, _, rest = path.relative_to(folder).as_posix().partition('/')
        inner = Path(rest or top)
        fixed = inner.stem.endswith('.fixed')
        bare = inner.with_name(inner.stem.removesuffix('.fixed'))
        name = top if rest else str(bare)
        verdict, *words = name.split('.')
        style = 'lazy' if 'lazy' in words else 'classic'
        target = [word for word in words if word not in ('lazy', 'classic')] or ['gcu']
        example = found.setdefault(name, Example(code, documents, name, style if documents == 'config' else documents,
                                                 target[0], verdict.startswith('good')))
        text = path.read_bytes().decode()
        if rest == 'example.json':
            example.order = json.loads(text)['order']
            continue
        where = (bare.as_posix() if rest else USUAL[documents]) + inner.suffix
        file = next((file for file in example.files if file.path == where), None)
        if file is None:
            file = File(where)
            example.files.append(file)
        if fixed:
            file.fixed = text
        else:
            file.text = without_markers(text, code)
            file.marked = file.text != text
    for example in found.values():
        example.files.sort(key=example.rank)
    return list(found.values())


def read_all(source, pattern='MM*.json'):
    """Those of all rules of a repository, or of the rules whose files match the pattern."""
    for path in sorted((Path(source) / 'rules').glob(pattern)):
        rule = json.loads(path.read_text(encoding='utf-8'))
        yield from read(Path(source) / 'fixtures/rules' / rule['code'], rule['code'], rule['documents'])
