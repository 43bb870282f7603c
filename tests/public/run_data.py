"""JSON and YAML files against MMEngine: hand-written ones, generated ones and damaged ones.

    run_data.py [--count N] [--seed S] [--show]

No file may get another value than MMEngine gives it, and none that MMEngine loads may be refused; a value may
be unknown. What MMEngine refuses, mmlint must refuse or call unknown, and where MMEngine names a line, mmlint
must name that one.
"""

import argparse
import io
import json
import random
import sys
from pathlib import Path

import data_snippets
import harness
import oracle
import refusals

UNKNOWN = '__unknown__'


def judge(folder, texts):
    """(text, ours, MMEngine's) of every text, each a file of its own."""
    paths = []
    for i, (end, text) in enumerate(texts):
        path = folder / f'{i:05}{end}'
        path.write_bytes(text.encode('utf-8', 'surrogatepass'))
        paths.append(path)
    listing = folder / 'paths.txt'
    listing.write_text(''.join(f'{path}\n' for path in paths))
    out, _ = harness.mmlint('show', '--env-from-process', '--format', 'jsonl', '--files-from', listing,
                            '--root', folder)
    ours = {Path(line['path']).name: line for line in map(json.loads, out.rstrip('\n').split('\n'))}
    assert len(ours) == len(paths), (len(ours), len(paths))
    theirs = oracle.ask(paths)
    return [(text, ours[path.name], answer) for (_, text), path, answer in zip(texts, paths, theirs)]


def verdict(text, ours, theirs):
    if theirs['ok']:
        if not ours['ok']:
            return 'refused'
        if ours['config'] == theirs['config']:
            return 'same'
        # MMEngine drops what turns out to be a function or a module; with us it is there, unknown.
        kept = {key: value for key, value in ours['config'].items()
                if key in theirs['config'] or not is_unknown(value)}
        return 'unknown' if is_covered(kept, theirs['config']) else 'different'
    if not ours['ok']:
        return 'same' if is_same_refusal(text, ours, theirs) else 'elsewhere'
    return 'unknown' if UNKNOWN in json.dumps(ours['config']) else 'missed'


def is_same_refusal(text, ours, theirs):
    # libyaml knows more line ends, and the file before its templates were put in has other lines than after.
    if any(mark in text for mark in ('\x85', '\u2028', '\u2029', '{{')):
        theirs = {**theirs, 'at': []}
    # The end of a text is to libyaml on a line of its own.
    count = len(io.StringIO(text, newline=None).read().split('\n'))
    lines = [(Path(path).name, min(first, count), min(last, count)) for path, first, last in theirs['at']]
    return any(refusals.same_class(problem, theirs)
               and refusals.same_place(Path(problem['path']).name, problem['line'], theirs, Path(theirs['path']).name, lines)
               for problem in ours['problems'])


def is_unknown(value):
    return isinstance(value, dict) and set(value) == {UNKNOWN}


def is_covered(ours, theirs):
    """Equal but for what we do not know."""
    if is_unknown(ours):
        return True
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(is_covered(ours[k], theirs[k]) for k in ours)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(is_covered, ours, theirs))
    return type(ours) is type(theirs) and ours == theirs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--count', type=int, default=1500)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--show', action='store_true')
    options = parser.parse_args()
    rng = random.Random(options.seed)
    groups = {
        'written': data_snippets.written(),
        'generated': [data_snippets.generated(rng) for _ in range(options.count)],
        'damaged': [data_snippets.damaged(rng) for _ in range(options.count)],
    }
    failures = harness.Failures('data files')
    with harness.scratch() as scratch:
        for name, texts in groups.items():
            folder = Path(scratch).resolve() / name
            folder.mkdir()
            count = dict.fromkeys(('same', 'unknown', 'refused', 'elsewhere', 'missed', 'different'), 0)
            for text, ours, theirs in judge(folder, texts):
                what = verdict(text, ours, theirs)
                count[what] += 1
                if what not in ('same', 'unknown'):
                    failures.add(f'{what}: {text!r}\n    mmlint   {json.dumps(ours)[:300]}'
                                 f'\n    MMEngine {json.dumps(theirs)[:300]}')
                elif options.show and what != 'same':
                    print(f'{what}: {text!r}\n    {json.dumps(ours)[:200]}\n    {json.dumps(theirs)[:200]}')
            print(f'{name:10}', '  '.join(f'{what} {n}' for what, n in count.items()))
            if name == 'generated':
                failures.expect(count['same'] >= 0.95 * len(texts), f'only {count["same"]} of {len(texts)} are the same')
    return failures.finish()


if __name__ == '__main__':
    sys.exit(main())
