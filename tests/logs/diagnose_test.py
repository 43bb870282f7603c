"""What `mmlint diagnose` says of the logs of fixtures/logs, in all shapes that they can take (shapes.py), against
expected.json. It prints a table and what is missed, and fails if less is reached than reached.json says, in percent,
or if an error text of rules/logs is the cause of none of them.

    diagnose_test.py [NAME...]    only logs whose name begins so, without the limits
"""

import collections
import json
import sys
import tempfile
import zipfile
from pathlib import Path

import corpus

HERE = Path(__file__).resolve().parent
SIGNATURES = HERE.parents[1] / 'rules/logs'
TOGETHER = 100  # files that one call is given
ASKED = ('cause', 'verdict', 'rules', 'ranks')


def ranks_of(text):
    """'0-2,5' -> [0, 1, 2, 5]"""
    found = []
    for part in text.split(','):
        first, _, last = part.partition('-')
        found += range(int(first), int(last or first) + 1)
    return found


def judge(shape, said, entry):
    """{question: right}, for the questions that this log answers."""
    answers = {}
    verdicts = entry['verdict'] if isinstance(entry['verdict'], list) else [entry['verdict']]
    if 'unknown' in verdicts and not entry['rules']:
        verdicts = [*verdicts, 'known', 'environment']  # what mmlint knows was not known to who wrote this down
    if 'no-log' in verdicts and shape == 'older':
        verdicts = [*verdicts, 'finished']  # that is the older run
    answers['verdict'] = said['verdict'] in verdicts
    if wanted := corpus.causes(entry):
        answers['cause'] = any(corpus.same_cause(said['cause'], cause) for cause in wanted)
    named = set(said['rules'])
    if entry['rules']:
        answers['rules'] = bool(named & set(entry['rules']))
    else:
        answers['rules'] = named <= set(entry.get('may', ()))
    if 'ranks' in entry and shape == 'recorded':
        answers['ranks'] = said['ranks'] == ranks_of(entry['ranks'])
    return answers


class Score:
    """Counts, by kind of log and shape."""

    def __init__(self):
        self.right, self.all = collections.Counter(), collections.Counter()
        self.named = []  # how many rules each diagnosis of a fault names

    def add(self, kind, shape, answers):
        for question, right in answers.items():
            self.all[kind, shape, question] += 1
            self.right[kind, shape, question] += right

    def percent(self, question, kinds):
        chosen = [key for key in self.all if key[0] in kinds and key[2] == question]
        count = sum(self.all[key] for key in chosen)
        return 100 * sum(self.right[key] for key in chosen) / count if count else 100

    def table(self):
        rows = sorted({key[:2] for key in self.all})
        yield f'{"":24}' + ''.join(f'{question:>12}' for question in ASKED)
        for kind, shape in rows:
            cells = (f'{self.right[kind, shape, question]}/{self.all[kind, shape, question]}'
                     if self.all[kind, shape, question] else '' for question in ASKED)
            yield f'{kind:12}{shape:12}' + ''.join(f'{cell:>12}' for cell in cells)


def diagnosed(chosen):
    """(name, shape, entry, diagnosis)"""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, (_, _, text, _) in enumerate(chosen):
            files.append(Path(folder) / f'{number}.log')
            files[-1].write_bytes(text.encode('utf-8', errors='surrogateescape'))
        for begin in range(0, len(files), TOGETHER):
            found = corpus.diagnose(files[begin:begin + TOGETHER])
            for file in files[begin:begin + TOGETHER]:
                name, shape, _, entry = chosen[int(file.stem)]
                yield name, shape, entry, found.get(str(file))


def unseen():
    """The error texts of rules/logs that are the cause of no log, neither here nor among the real runs."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(corpus.LOGS / 'runs.zip') as archive:
        archive.extractall(folder)
        files = [*corpus.LOGS.rglob('*.log'), *Path(folder).rglob('*.log')]
        seen = {said['signature'] for said in corpus.diagnose(files).values()}
    return {path.stem for path in SIGNATURES.glob('*.json')} - {'schema'} - seen


def main():
    names, score, misses = sys.argv[1:], Score(), []
    chosen = [one for one in corpus.variants() if not names or one[0].startswith(tuple(names))]
    for name, shape, entry, said in diagnosed(chosen):
        kind = name.split('/')[0]
        if said is None:
            misses.append(f'{name} ({shape}): no diagnosis')
            score.add(kind, shape, dict.fromkeys(ASKED[:3], False))
            continue
        answers = judge(shape, said, entry)
        score.add(kind, shape, answers)
        if entry['rules']:
            score.named.append(len(said['rules']))
        wrong = [question for question, right in answers.items() if not right]
        if wrong:
            wanted = {key: entry.get(key) for key in wrong}
            misses.append(f'{name} ({shape}): {({key: said[key] for key in wrong})}, not {wanted}')
    print('\n'.join(misses))
    print('\n'.join(score.table()))
    faults = ('recorded', 'written')
    reached = {'cause': score.percent('cause', (*faults, 'negative')), 'verdict': score.percent('verdict', faults),
               'rules': score.percent('rules', faults), 'negatives': score.percent('rules', ('negative',))}
    average = sum(score.named) / max(1, len(score.named))
    print(f'{len(chosen)} logs:', ', '.join(f'{key} {value:.1f} %' for key, value in reached.items()),
          f'; {average:.1f} rules are named on average')
    if names:
        return 1 if misses else 0
    bounds = json.loads((HERE / 'reached.json').read_text(encoding='utf-8'))
    failures = [f'{key}: {value:.1f} %, {bounds[key]} have been' for key, value in reached.items()
                if value < bounds[key]]
    if average > bounds['named on average']:
        failures.append(f'{average:.1f} rules are named on average, more than {bounds["named on average"]}')
    failures += [f'{name}: no log shows this error text' for name in sorted(unseen())]
    for failure in failures:
        print('FAILED:', failure)
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
