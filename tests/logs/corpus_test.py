"""The corpus of logs holds what it is said to hold: each log has its expectation, and each expectation its log.

    corpus_test.py
"""

import re
import sys
from pathlib import Path

import corpus
import runs

RULES = Path(__file__).resolve().parents[2] / 'rules'

RECORDED_CAUSES = 35  # different first errors of real runs
NEGATIVES, KINDS = 60, 10


def wrong(name, entry, codes):
    """What is wrong with one expectation."""
    verdicts = entry['verdict'] if isinstance(entry['verdict'], list) else [entry['verdict']]
    if unknown := set(verdicts) - set(corpus.VERDICTS):
        yield f'no verdict is called {sorted(unknown)}'
    if unknown := {*entry['rules'], *entry.get('may', ())} - codes:
        yield f'there are no rules {sorted(unknown)}'
    if name.startswith('negative/') and (entry['rules'] or entry.get('may')):
        yield 'rules are named of a log in which nothing of theirs happened'
    if bool(entry['rules']) and 'fault' not in verdicts and 'environment' not in verdicts:
        yield f'rules are named, and it is {verdicts}'
    if not entry['source']:
        yield 'nobody says where it is from'
    for cause in corpus.causes(entry):
        if cause not in corpus.text_of(name):
            yield f'{cause!r} does not stand in the log'


def main():
    expected = corpus.expected()
    codes = {path.name.split('-')[0] for path in RULES.glob('MM*.json')}
    there = {path.relative_to(corpus.LOGS).as_posix() for path in corpus.LOGS.rglob('*.log')}
    failures = [f'{name}: a log without an expectation, or the other way round' for name in there ^ expected.keys()]
    for name in there & expected.keys():
        failures += [f'{name}: {text}' for text in wrong(name, expected[name], codes)]
    made = {f'{run.name}.log' for run in runs.RUNS}
    recorded = {name for name in there if name.startswith('recorded/')}
    failures += [f'{name}: no run prints it' for name in recorded - made]
    failures += [f'{name}: not recorded' for name in made - there]
    causes = {re.sub(r'\d+', '#', (corpus.causes(expected[name]) or [''])[0])[:100]
              for name in recorded & expected.keys()}
    negatives = [name for name in there if name.startswith('negative/')]
    kinds = {name.split('/')[1] for name in negatives}
    for count, least, what in ((len(causes), RECORDED_CAUSES, 'different first errors of real runs'),
                               (len(negatives), NEGATIVES, 'logs in which nothing of ours happened'),
                               (len(kinds), KINDS, 'kinds of them')):
        print(f'{count} {what}')
        if count < least:
            failures.append(f'only {count} {what}, {least} are wanted')
    for failure in sorted(failures):
        print('FAILED:', failure)
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
