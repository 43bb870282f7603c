"""The places that a finding of `--format json` names."""

import re

NAMED = re.compile(r'([^ :][^:]*):(\d+):\d+: ')  # at the beginning of a note


def places(finding):
    """{(path, line)} of a finding: its own, and those that its notes name: where a value is written and where it is
    used are often two lines."""
    matches = [NAMED.match(note) for note in finding['notes']]
    return {(finding['path'], finding['line']), *((match[1], int(match[2])) for match in matches if match)}
