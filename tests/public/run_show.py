"""`mmlint show --format python` is a config again: MMEngine loads it to the values of the original, in the same
order, for a sample of the public configs and for values that are hard to write down."""

import json
import sys
from pathlib import Path

import harness
import oracle
import packages

SAMPLE = 100  # configs of each package

# Texts with templates, quotes, control characters; names that are none, or hide what the text needs.
HARD = r'''
a = '{\x7b fileBasename }}'
b = ['{\x7b$HOME:1}}', '{' * 3 + '_base_.x}}', "it's", '"', "'" + '"', '\\{', 'tab\t line\n cr\r nul\x00 esc\x1b']
c = '\x85\u2028\u202e\ufeff 中文 ' + '长' * 60
d = {'a-b': 1, 'class': {'x.y': [None, True]}, '中': 2, '': 3}
e = {3: 'int', (1, 'x'): 'tuple', None: 0, 2.5: 1}
f = [1e400, -1e400, 1e-7, -0.0, 1e22, 0.1 + 0.2, 18339859844376517918, -7]
g = [(), (1,), ((1, 2), [3]), set(), {5}, {'y', 'x'}, b'\x00{\x7b\xff\'']
h = [dict(type='A' * 30, more=dict(type='B' * 30, empty={}, none=[])), [[1.5] * 40]]
globals()['not-a-name'] = 1
globals()['lambda'] = 2
if True:
    dict_first = dict
    set = 3
    float = 4
    dict = dict(z=[set, float], nan=1e400, empty={*()})
del dict_first
'''


def cases(scratch):
    """(config, what MMEngine makes of it)."""
    hard = scratch / 'hard.py'
    hard.write_text(HARD, encoding='utf-8')
    yield hard, oracle.ask([hard])[0]
    for name, folder in packages.packages().items():
        answers = oracle.of_package(name, folder)
        loaded = [path for path in sorted(answers) if answers[path]['ok']]
        for path in loaded[::max(1, len(loaded) // SAMPLE)]:
            yield folder / path, answers[path]


def main():
    failures = harness.Failures('show.roundtrip')
    with harness.scratch() as name:
        scratch, shown = Path(name), []
        for number, (config, truth) in enumerate(cases(scratch)):
            written = scratch / f'shown{number}.py'
            harness.mmlint('show', '--env-from-process', config, '--output', written, codes=(0,))
            text = written.read_text(encoding='utf-8')
            if not failures.expect(truth['ok'], f'{config}: {truth}'):
                continue
            if '# unknown: ' not in text:
                shown.append((config, written, truth['config']))
            for line in text.splitlines():
                wide = len(line.encode()) > 79 and line.rstrip(')],').count(',') > 1 and "'" not in line
                failures.expect(not wide, f'{config}: a long line: {line}')
        for (config, written, truth), again in zip(shown, oracle.ask([written for _, written, _ in shown])):
            if failures.expect(again['ok'], f'{config}: MMEngine does not load what is shown: {again}'):
                # Dictionaries with the same order print the same.
                failures.expect(json.dumps(again['config']) == json.dumps(truth),
                                f'{config}: shown as other values: {first_difference(again, truth)}')
        failures.expect(shown and shown[0][0].name == 'hard.py', 'the hard values are not among those compared')
        print(f'{len(shown)} configs shown and loaded again')
        failures.expect(len(shown) > 200, f'only {len(shown)} configs were compared')
    return failures.finish()


def first_difference(again, truth):
    for key, left, right in harness.differences(again['config'], truth):
        return f'{key} is {harness.short(left)}, not {harness.short(right)}'
    return 'the order of keys'


if __name__ == '__main__':
    sys.exit(main())
