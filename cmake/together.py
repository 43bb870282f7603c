"""together.py ROOT FILE...: which sources can be compiled as one, for Together.cmake.

Prints `group;file` for each source that shares its group with another. A source joins the first group in
which nothing that a member declares for itself alone would change what another one means. ROOT is what
includes are spelled from."""

import functools
import re
import sys
from pathlib import Path

LARGEST = 45_000  # bytes of code in a group, so that every core has something to do until the end
NOT_CODE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.S)
BLOCK = re.compile(r'\{[^{}]*\}')
DECLARED = re.compile(r'\b(?:class|struct|enum|union)\s+(?:class\s+)?(\w+)'  # a type
                      r'|[\w>&*\]]\s+[&*]*(\w+)\s*(?=[(=;\[{])')          # a function, a variable
USED = re.compile(r'\busing (?:[\w:]*\b(\w+);|(\w+) = [^;]*;)')


def code_of(path):
    return NOT_CODE.sub(' ', path.read_text())


def outside_blocks(code):
    code = re.sub(r'template <[^{;]*?>(?=\s)', '', code)
    while BLOCK.search(code):
        code = BLOCK.sub(';', code)
    return code


def declared(code):
    return {name for pair in DECLARED.findall(code) for name in pair if name}


@functools.cache
def declared_in(header):
    return declared(outside_blocks(re.sub(r'^namespace .*\{$', '', code_of(header), flags=re.M)))


def own_names(code):
    """What a source declares outside of functions and for itself alone: names, and the text of those that
    are other names for something."""
    parts = re.findall(r'^using .*?;', code, re.M | re.S)
    for part in re.split(r'^namespace \{$', code, flags=re.M)[1:]:
        parts.append(outside_blocks(part).split('}')[0])
    text = '\n'.join(parts)
    names = dict.fromkeys(declared(re.sub(r'\busing [^;]*;', '', text)), '')
    return names | {used[1] or used[2]: used[0] for used in USED.finditer(text)}


def headers(path, root, seen):
    """Our headers that a file includes, at any distance."""
    for name in re.findall(r'^#include "(.*)"', path.read_text(), re.M):
        if (header := root / name) not in seen and header.exists():
            seen.add(header)
            headers(header, root, seen)
    return seen


class Source:
    def __init__(self, path, root):
        self.path = path
        code = code_of(Path(path))
        self.size = len(code)
        self.own = own_names(code)
        self.written = set(re.findall(r'(?<![\w.>])(?<!::)[A-Za-z_]\w*', code))
        self.headers = headers(Path(path), root, set())
        self.sees = set(re.findall(r'^using namespace .*;', code, re.M))
        # Headers after `using namespace` inside of a namespace would see what it names.
        self.alone = '#define' in code or bool(self.sees and re.search('^namespace mmlint', code, re.M))

    def leaves(self, other):
        """Whether nothing of ours would change what the other one means."""
        for header in other.headers - self.headers:
            if any(self.own.get(name) == '' for name in declared_in(header)):
                return False
        return all(text and other.own.get(name) == text for name, text in self.own.items() if name in other.written)

    def fits(self, other):
        return (not (self.alone or other.alone) and self.sees == other.sees and self.leaves(other)
                and other.leaves(self))


def main():
    root, *paths = sys.argv[1:]
    groups = []
    for source in (Source(path, Path(root)) for path in sorted(paths)):
        for group in groups:
            if sum(one.size for one in group) + source.size <= LARGEST and all(map(source.fits, group)):
                group.append(source)
                break
        else:
            groups.append([source])
    for number, group in enumerate(groups):
        for source in group if len(group) > 1 else ():
            print(f'{number};{source.path}')


if __name__ == '__main__':
    main()
