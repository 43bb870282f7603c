"""Expected findings, read from marker comments in fixture files.

    dist_cfg=dict(backend='nccl'),
    #                     ^^^^^^ MM101

A marker is a comment line with one run of carets and one or more codes. It speaks of the nearest line
above that is not a marker itself. The carets stand exactly under the characters of the finding; a `#`
that touches them counts as the first. A finding over several lines is marked on its first line, to the
end of that line's text.
"""

import re
from dataclasses import dataclass
from pathlib import Path

MARKER = re.compile(r'^(\s*)(?P<marks>#\s*\^+)\s+(?P<codes>MM\d{3}(?:\s+MM\d{3})*)\s*$')
# Whatever looks as if it wanted to be a marker must be one.
NEARLY = re.compile(r'^\s*#.*\^.*MM\d|^\s*#\s*\^')


@dataclass(frozen=True, order=True)
class Place:
    """One finding: columns are 1-based, count characters, and `end` is one past the last."""

    path: str
    line: int
    begin: int
    end: int
    code: str

    def __str__(self):
        return f'{self.path}:{self.line}:{self.begin}-{self.end} {self.code}'


class BadMarker(Exception):
    pass


def read_text(path: Path) -> list[str]:
    """The lines of a file, as mmlint counts them: LF, CRLF and a lone CR end a line."""
    text = path.read_bytes().decode('utf-8-sig')
    return re.split(r'\r\n|\r|\n', text)


def parse(lines: list[str], name: str) -> list[Place]:
    """All markers of one file, in order."""
    places = []
    subject = 0  # 1-based number of the last line that is no marker
    for number, line in enumerate(lines, start=1):
        match = MARKER.match(line)
        if match is None:
            if NEARLY.match(line):
                raise BadMarker(f'{name}:{number}: looks like a marker but is none: {line.strip()}')
            subject = number
            continue
        if subject == 0:
            raise BadMarker(f'{name}:{number}: a marker with no line above it')
        marks = match['marks']
        begin = match.start('marks') + (0 if marks.startswith('#^') else marks.index('^')) + 1
        end = match.end('marks') + 1
        if end > len(lines[subject - 1].rstrip()) + 1:
            raise BadMarker(f'{name}:{number}: the carets go past the end of line {subject}')
        for code in match['codes'].split():
            places.append(Place(name, subject, begin, end, code))
    if len(set(places)) != len(places):
        raise BadMarker(f'{name}: the same marker twice')
    return places


def parse_tree(folder: Path) -> list[Place]:
    """The markers of every .py, .sh, .yaml and .json file below a folder; names are relative to it."""
    places = []
    for path in sorted(folder.rglob('*')):
        if path.suffix in {'.py', '.sh', '.yaml', '.yml'} and path.is_file():
            try:
                lines = read_text(path)
            except UnicodeDecodeError:
                continue  # such a file is expected in expected.extra, it cannot hold a comment we trust
            places += parse(lines, path.relative_to(folder).as_posix())
    return places
