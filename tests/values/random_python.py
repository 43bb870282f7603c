"""Random programs: what mmlint computes of them is what Python computes.

    random_python.py [--seed N] [--count N] [--unknown SHARE] [--verbose]

A value may be unknown, up to a share of all values; another value than Python's never may.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import traceback
import types
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'public'))
import json_form  # noqa: E402
from program_maker import program  # noqa: E402


def run_python(text):
    """(values, None) or (None, (the exception's name, its line)), as MMEngine runs a config's body."""
    names = {'__name__': 'builtins'}
    try:
        exec(compile(text, 'config.py', 'exec'), names)
    except Exception as error:
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == 'config.py']
        return None, (type(error).__name__, lines[-1] if lines else 0)
    dropped = (types.FunctionType, types.ModuleType)
    try:
        return {k: json_form.plain(v) for k, v in names.items()
                if not k.startswith('__') and not isinstance(v, dropped)}, None
    except RecursionError:  # a list that holds itself
        return None, ('RecursionError', 0)


class Tally:
    def __init__(self):
        self.values = self.unknown = self.missed = self.wrong = 0


def same(expected, actual, tally):
    """Compares two JSON values, leaf by leaf; what is unknown counts as such."""
    if isinstance(actual, dict) and '__unknown__' in actual:
        tally.unknown += 1
        return True
    if isinstance(expected, dict) and isinstance(actual, dict) and '__set__' not in expected:
        return list(expected) == list(actual) and all(same(expected[k], actual[k], tally) for k in expected)
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(same(a, b, tally) for a, b in zip(expected, actual))
    tally.values += 1
    return type(expected) is type(actual) and repr(expected) == repr(actual)


def differences(text, expected, error, answer, tally):
    if error:
        name, line = error
        if answer['ok']:
            if '__unknown__' in json.dumps(answer['config']):
                tally.unknown += 1
                return []
            tally.missed += 1  # something unknown that the config does not keep
            return []
        problem = answer['problems'][0]
        if problem['exception'] == name or problem['code'] == 'limit-reached':
            return []
        if problem['line'] >= line > 0:  # what raises in Python was unknown, what comes later raised too
            tally.unknown += 1
            return []
        return [f'Python raises {name} in line {line}, mmlint {problem}']
    if not answer['ok'] and answer['problems'][0]['code'] == 'limit-reached' and '2**31' in text:
        return []  # more than mmlint computes
    if not answer['ok']:
        return [f'mmlint refuses: {answer["problems"]}']
    config = answer['config']
    if '__unknown__' in config:
        tally.unknown += len(expected)
        return []
    # A name that only something unknown would bind is there, unknown, and may come before its time.
    kept = {name: value for name, value in config.items()
            if name in expected or '__unknown__' not in json.dumps(value)}
    if len(kept) < len(config) or '__unknown__' in json.dumps(kept):
        kept = {name: kept[name] for name in expected if name in kept} | kept
    if list(expected) != list(kept):
        return [f'other names: {list(expected)} {list(config)}']
    config = kept
    return [f'{name}: Python {expected[name]!r}, mmlint {config[name]!r}'
            for name in expected if not same(expected[name], config[name], tally)]


def main():
    warnings.simplefilter('ignore')
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=2000)
    parser.add_argument('--unknown', type=float, default=0.04)
    parser.add_argument('--verbose', action='store_true')
    options = parser.parse_args()
    tally = Tally()
    refused = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, 'configs')
        folder.mkdir()
        programs = {}
        for i in range(options.count):
            name = f'{i:05}.py'
            programs[name] = program(options.seed * 1_000_003 + i)
            Path(folder, name).write_text(programs[name], encoding='utf-8')
        out = subprocess.run([os.environ['MMLINT'], 'show', '--env-from-process', '--kind', 'config',
                              '--format', 'jsonl', str(folder)],
                             capture_output=True, text=True, check=False)
        if out.returncode not in (0, 1):
            sys.exit(f'mmlint ended with {out.returncode}: {out.stderr}')
        answers = {Path(a['path']).name: a for a in map(json.loads, out.stdout.split('\n')[:-1])}
    for name, text in programs.items():
        if name not in answers:
            sys.exit(f'{name} was not shown:\n{text}')
        expected, error = run_python(text)
        refused += error is not None
        found = differences(text, expected, error, answers[name], tally)
        if found:
            tally.wrong += 1
            if tally.wrong <= 40 or options.verbose:
                print(f'--- seed {options.seed} program {name}\n{text}' + '\n'.join(found))
        if options.verbose and answers[name]['ok']:
            for key, value in answers[name]['config'].items():
                if '__unknown__' in json.dumps(value):
                    print(f'UNKNOWN {key} = {value}: ' + '; '.join(
                        line for line in text.splitlines() if line.startswith(key + ' =')))
    share = tally.unknown / max(1, tally.values + tally.unknown)
    print(f'{len(programs)} programs, {refused} refused by Python, {tally.values} values the same, '
          f'{tally.unknown} unknown ({share:.2%}), {tally.missed} refusals missed, {tally.wrong} different')
    if tally.wrong or share > options.unknown or tally.missed > len(programs) * 0.005:
        sys.exit(1)


main()
