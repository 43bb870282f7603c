"""Decides from the output and the records of the probe what became of a run.

  TRAINED  every rank made steps, in one group, from different data, and all ranks ended with the same weights
  PARTLY   the run ended with 0, but one process trained alone, ranks had the same data or ended with different
           weights, or the model stayed on the CPU although the target has a card
  DIED     with an error and the line of the project that led to it
  NOTHING  the run ended with 0 and no optimizer made a step
"""

import dataclasses
import json
import os
import re
from pathlib import Path

TIMED_OUT = 124  # of timeout(1)
FRAME = re.compile(r'\s*File "([^"]+)", line (\d+)')
ERROR = re.compile(r'[A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt)\b')
REPEATED = ('ChildFailedError', 'ProcessRaisedException')  # They repeat the error of another process.
SHELL_ERROR = re.compile(r'error:|command not found|No such file|can.t open file')


@dataclasses.dataclass
class Verdict:
    outcome: str
    text: str  # the error with its place, the faults, or how the ranks trained

    def __str__(self):
        return f'{self.outcome} {self.text}'


def place(path, line, project):
    """FILE:LINE of a file of the project; None for other files."""
    if path.startswith(f'{project}/'):
        return f'{os.path.relpath(path, project)}:{line}'
    return None if path.startswith('/') else f'{path}:{line}'


def recorded_death(folder, project):
    """The first error that the probe wrote of a process, with its last line in the project; None if there is none."""
    found = [json.loads(path.read_text()) for path in Path(folder).glob('*.died')]
    for one in sorted(found, key=lambda one: one['time']):
        places = [at for path, line in one['frames'] if (at := place(path, line, project))]
        if places and not any(word in one['error'] for word in REPEATED):
            return f'{one["error"][:200]} (at {places[-1]})'
    return None


def death(output, project):
    """The error of the first traceback in an output, with its last line in the project."""
    lines = output.splitlines()
    for number, line in enumerate(lines):
        if not line.lstrip().startswith('Traceback (most recent call last)'):
            continue
        frame = None
        for later in lines[number + 1:]:
            if match := FRAME.match(later):
                frame = place(*match.groups(), project) or frame
            elif ERROR.match(later):
                if not any(word in later for word in REPEATED):
                    return f'{later.strip()[:200]} (at {frame})'
                break
    for line in lines:
        if SHELL_ERROR.search(line):
            return line.strip()[:200]
    return (lines or ['no output'])[-1][:200]


def records(folder):
    """What the probe wrote of each rank that made steps. A launcher may start several runs: the last one counts."""
    found = [json.loads(path.read_text()) for path in Path(folder).glob('*.json')]
    newest = {}
    for record in sorted((one for one in found if one.get('steps')), key=lambda one: one.get('time', 0)):
        rank = record.get('rank')
        newest[record['pid'] if rank is None else rank] = record
    return [newest[key] for key in sorted(newest, key=str)]


def far(one, other):
    return abs(one - other) > 1e-5 * (1 + abs(one))


def faults(ranks, wanted, card):
    """What is wrong with a training that ended with 0: `wanted` ranks should train, on the `card` if there is one."""
    if len(ranks) < wanted:
        yield f'{len(ranks)} of {wanted} processes trained'
    if len(ranks) > 1:
        sizes = sorted({rank['world'] for rank in ranks})
        if sizes != [len(ranks)]:
            yield f'the ranks are not in one group (world sizes {sizes})'
        first, second = ranks[0], ranks[1]
        if len(first['last']) != len(second['last']) or any(map(far, first['last'], second['last'])):
            yield 'the ranks end with different weights'
        if not all(rank.get('ddp') for rank in ranks):
            yield 'no DistributedDataParallel'
        elif first.get('fed') and first.get('fed') == second.get('fed'):
            yield 'all ranks train on the same data'
    if any(rank.get('first') == rank.get('last') for rank in ranks):
        yield 'the weights never changed'
    if card and not any(device.startswith(card) for rank in ranks for device in rank.get('devices', [])):
        yield f'on the CPU, not on {card}'


def judge(code, output, folder, project, wanted, card):
    """The verdict of a run that ended with `code`. `folder` has what the probe wrote."""
    if code != 0:
        died = recorded_death(folder, project) or death(output, project)
        return Verdict('DIED', 'after a timeout' if code == TIMED_OUT else died)
    ranks = records(folder)
    if not ranks:
        return Verdict('NOTHING', 'no optimizer made a step')
    first = ranks[0]
    how = f'{len(ranks)} ranks, {",".join(first.get("devices", []))}, {first.get("backend")}, {first["steps"]} steps'
    if wrong := list(faults(ranks, wanted, card)):
        return Verdict('PARTLY', f'{"; ".join(wrong)} ({how})')
    return Verdict('TRAINED', how)
