"""The logs of fixtures/logs and what must be said of them."""

import json
import os
import re
import subprocess
from pathlib import Path

import shapes

LOGS = Path(__file__).resolve().parents[2] / 'fixtures/logs'

# The words that a diagnosis may have; of the first three somebody can mend the file.
VERDICTS = ('fault', 'stopped', 'out-of-memory', 'environment', 'consequence', 'known', 'unknown', 'finished', 'no-log')

PREFIX = re.compile(r'^(?:\x1b\[[0-9;]*m|\[rank\d+\]:|\[default\d+\]:|\[\d+,\d+\]<\w+>:|\d{1,4}: |\s)+')


def expected():
    """{name: entry}. Of an entry, `rules` are those that predict the error: one of them must be named; `may` are
    others that may be named too. A `verdict` that is a list leaves the choice. `cause` is the line of the first cause,
    null where nothing failed, and a list where exceptions are chained, the first one first: each will do. `ranks` are
    those that print it; `source` tells where the log is from."""
    return json.loads((LOGS / 'expected.json').read_text(encoding='utf-8'))


def text_of(name):
    return (LOGS / name).read_bytes().decode('utf-8', errors='surrogateescape')


def plain(line):
    """A line without prefixes, colours and numbers: what is the same in all ranks."""
    line = re.sub(r'\x1b\[[0-9;]*m', '', PREFIX.sub('', line or ''))
    return re.sub(r'0x[0-9a-f]+|\d+', '#', ' '.join(line.split()))


def causes(entry):
    """The lines of the first cause: several if exceptions are chained, none if nothing failed."""
    cause = entry['cause']
    return cause if isinstance(cause, list) else [] if cause is None else [cause]


def same_cause(said, wanted):
    """A cause may be cut where the message goes on, or be printed with it."""
    said, wanted = plain(said), plain(wanted)
    return said == wanted or min(len(said), len(wanted)) >= 24 and (said.startswith(wanted) or wanted.startswith(said))


def diagnose(files, *arguments):
    """{file: diagnosis}"""
    command = [os.environ['MMLINT'], 'diagnose', *map(str, files), *map(str, arguments), '--format', 'json']
    done = subprocess.run(command, env={'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'}, capture_output=True,
                          timeout=300, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f'{" ".join(command)[:300]} ended with {done.returncode}\n'
                         f'{done.stderr.decode(errors="replace")[-2000:]}')
    found = {}
    for one in json.loads(done.stdout)['diagnoses']:
        found.setdefault(str(one['file']), one)
    return found


def variants():
    """(name, shape, text, entry) for all logs in all shapes that they can take."""
    for name, entry in expected().items():
        for shape, text in shapes.shapes(name, text_of(name), causes(entry)[-1:]):
            yield name, shape, text, entry
