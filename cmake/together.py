"""together.py ROOT OUT FILE...: sources that are compiled as one, for Together.cmake.

Prints what is to be compiled in the place of the FILEs: OUT/<number>.cc for each group of them, and each FILE
that stands alone. Two sources may share a group if nothing that one of them declares for itself alone would
change what the other one means. A group includes the headers of all its members first, so that no member
changes what a header means to the next one. ROOT is what includes are spelled from.

A group of the last run stays as it is while it can, so that a change compiles one group again."""

import functools
import itertools
import re
import sys
from pathlib import Path

LARGEST = 200_000  # bytes of code in a group, so that every core has something to do until the end
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
    """What a source declares outside of functions and for itself alone, or in a namespace inside that of its
    folder, where it hides a name of the folder: names, and the text of those that are other names for
    something."""
    parts = re.findall(r'^using .*?;', code, re.M | re.S)
    for opening in re.finditer(r'^namespace (?:\w+::\w+::\w+ )?\{$', code, re.M):
        parts.append(outside_blocks(code[opening.end():]).split('}')[0])
    text = '\n'.join(parts)
    names = dict.fromkeys(declared(re.sub(r'\busing [^;]*;', '', text)), '')
    return names | {used[1] or used[2]: used[0] for used in USED.finditer(text)}


@functools.cache
def folder_of(path):
    """The folder of src/ that a file belongs to, which is its namespace."""
    parts = Path(path).parts
    return parts[parts.index('src') + 1] if 'src' in parts[:-2] else parts[-2]


def headers(path, root, seen):
    """Our headers that a file includes, at any distance."""
    for name in re.findall(r'^#include "(.*\.h)"', path.read_text(), re.M):
        if (header := root / name) not in seen and header.exists():
            seen.add(header)
            headers(header, root, seen)
    return seen


class Source:
    """A .cc: `own` are the names that only it can see, `written` all that stand in it, `sees` the namespaces
    that it is using."""

    def __init__(self, path, root):
        self.path = path
        code = code_of(Path(path))
        self.size = len(code)
        self.own = own_names(code)
        self.written = set(re.findall(r'(?<![\w.>])(?<!::)[A-Za-z_]\w*', code))
        self.headers = headers(Path(path), root, set())
        self.sees = set(re.findall(r'^using namespace .*;', code, re.M))
        self.alone = '#define' in code

    def leaves(self, other):
        """Whether nothing of ours would change what the other one means."""
        for header in other.headers - self.headers:
            if any(self.own.get(name) == '' for name in declared_in(header)):
                return False
        if other.written & other.declared & self.hidden_from(other):
            return False
        return all(text and other.own.get(name) == text for name, text in self.own.items() if name in other.written)

    @functools.cached_property
    def declared(self):
        return set().union(*map(declared_in, self.headers))

    def hidden_from(self, other):
        """Names of headers of ours that the other one would find first, or as well, in the place of those that it
        takes from another namespace: a folder is one."""
        return set().union(*(declared_in(header) for header in self.headers - other.headers
                             if other.sees or folder_of(header) == folder_of(other.path)))

    def fits(self, other):
        return (not (self.alone or other.alone) and self.sees == other.sees and self.leaves(other)
                and other.leaves(self))


def kept_groups(sources, out):
    """The groups of the last run, by the names of their files, without members that do not fit any more."""
    by_path = {source.path: source for source in sources}
    groups = {}
    for unit in sorted(out.glob('*.cc')):
        group = []
        for path in re.findall(r'^#include "(.*\.cc)"', unit.read_text(), re.M):
            if path in by_path and all(map(by_path[path].fits, group)):
                group.append(by_path.pop(path))
        groups[unit.name] = group
    return groups, list(by_path.values())


def groups_of(sources, out):
    """Groups of about the same size, none above LARGEST by much unless one source is."""
    total = sum(source.size for source in sources)
    limit = 1.1 * total / max(1, -(-total // LARGEST))
    groups, left = kept_groups(sources, out)
    for source in sorted(left, key=lambda one: (-one.size, one.path)):
        sizes = {name: sum(one.size for one in group) for name, group in groups.items()
                 if all(map(source.fits, group))}
        smallest = min(sizes, key=sizes.get, default=None)
        if smallest is None or sizes[smallest] and sizes[smallest] + source.size > limit:
            smallest = next(f'{number}.cc' for number in itertools.count() if f'{number}.cc' not in groups)
            groups[smallest] = []
        groups[smallest].append(source)
    return groups


def text_of(group, root):
    included = sorted(set().union(*(source.headers for source in group)))
    return ''.join([f'#include "{header.relative_to(root)}"\n' for header in included]
                   + [f'#include "{path}"\n' for path in sorted(source.path for source in group)])


def main():
    root, out = map(Path, sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    for name, group in groups_of([Source(path, root) for path in sys.argv[3:]], out).items():
        unit = out / name
        if len(group) < 2:
            unit.unlink(missing_ok=True)
            unit = Path(group[0].path) if group else None
        elif not unit.exists() or unit.read_text() != text_of(group, root):
            unit.write_text(text_of(group, root))
        if unit:
            print(unit)


if __name__ == '__main__':
    main()
