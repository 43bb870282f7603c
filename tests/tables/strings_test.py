"""Each string in a constant table of src/ occurs in a test, a fixture or a rule: what nobody has tried may be wrong for
years. Of a dotted name the last part is enough, since scripts import the rest; options count with '-' for '_'.

A table is a `constexpr` array, or the list of a `for`, with more than one string in it, or the text that `is_word_of`
gets. A string of several words is a list of names, each of which counts. The texts that reports print
are no facts (src/report)."""

import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ.get('MMLINT_SOURCE', Path(__file__).resolve().parents[2]))
TABLE = re.compile(r'constexpr\s[^=;(){}]*?\b(\w+)(?:\[\])?\s*(?:=\s*)?(?:std::to_array[^({]*[({]+)?\{|for \([^;:{]*:\s*(\{)(?=\s*")')
WORDS = re.compile(r'is_word_of\(\s*((?:"[^"]*"\s*)+),')
NAMED_WORDS = re.compile(r'std::string_view (k\w+) =\s*((?:"[^"]*"\s*)+);')
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
BYTES = re.compile(r'\\x([0-9a-fA-F]{2})|\\(.)')
PLAIN = {'n': '\n', 't': '\t', 'r': '\r', '0': '\0'}
WORD = re.compile(r'\w+')
NAMES = re.compile(r'\w+( \w+)* ?')
DOTTED = re.compile(r'[<\w>.()]+')


def block(text, begin):
    """The text of a brace and what it encloses."""
    depth, i = 0, begin
    while i < len(text):
        if text[i] == '"':
            i = STRING.match(text, i).end() - 1
        elif text.startswith('//', i):
            i = text.index('\n', i)
        elif text[i] in '{}':
            depth += 1 if text[i] == '{' else -1
            if depth == 0:
                break
        i += 1
    return text[begin:i]


def unescaped(literal):
    return BYTES.sub(lambda found: chr(int(found[1], 16)) if found[1] else PLAIN.get(found[2], found[2]), literal)


def strings_of(text):
    """The strings of each table of a file."""
    for found in TABLE.finditer(text):
        body = block(text, found.end() - 1)
        strings = [unescaped(each) for each in STRING.findall(body)]
        if len(strings) > 1:
            for each in strings:
                yield from each.split() if NAMES.fullmatch(each) else [each]
    lists = [found[1] for found in WORDS.finditer(text)]
    lists += [found[2] for found in NAMED_WORDS.finditer(text) if f'is_word_of({found[1]},' in text]
    for each in lists:
        yield from ''.join(STRING.findall(each)).split()


def corpus():
    """What tests, fixtures and rules say, with '_' for '-', and its words, those of options without the dashes before them."""
    own = Path(__file__).parent
    paths = [path for folder in ('tests', 'fixtures') for path in (SOURCE / folder).rglob('*')
             if path.is_file() and own not in path.parents and '__pycache__' not in path.parts]
    paths += (SOURCE / 'rules').glob('MM*.json')
    whole = '\n'.join(path.read_bytes().decode('utf-8', 'replace') for path in paths).replace('-', '_')
    words = set(WORD.findall(whole))
    return whole, words | {each.lstrip('_') for each in words}


def is_seen(string, whole, words):
    string = string.replace('-', '_')
    name = string.removesuffix('()').rpartition('.')[2] if DOTTED.fullmatch(string) else string
    return name in words if WORD.fullmatch(name) else name in whole


def unseen(root, whole, words):
    out = {}
    for path in sorted([*(root / 'src').rglob('*.cc'), *(root / 'src').rglob('*.h')]):
        strings = set(strings_of(path.read_text(encoding='utf-8')))
        missing = sorted(each for each in strings if not is_seen(each, whole, words))
        if missing and (root / 'src/report') not in path.parents:
            out[path.relative_to(root).as_posix()] = missing
    return out


def main():
    found = unseen(SOURCE, *corpus())
    for name, strings in found.items():
        for each in strings:
            print(f'{name}: {each!r} occurs in no test and no fixture')
    print(f'{sum(map(len, found.values()))} problems')
    return bool(found)


if __name__ == '__main__':
    sys.exit(main())
