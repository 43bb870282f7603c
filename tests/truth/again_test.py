"""Runs some of the recorded scripts once more: what cases.json says of them must still be so.

    again_test.py [NAME...]    these of `scripts`; without names every eighth of it, and every twentieth of the twins
                               with its plain starts (`alone`), which takes a few minutes
"""

import sys

import record

TWINS = ('fresh', 'configs', 'second', 'second_configs')


def told(case):
    """What has to be the same: the outcome, what was measured, and of an error its type and its line."""
    return (case['outcome'], case.get('measured'), case.get('at'), (case.get('error') or '').split(':')[0],
            {name: told(start) for name, start in case.get('alone', {}).items()})


def differing(corpus, names):
    record.SCRIPTS = record.HERE / corpus
    cases = record.table()
    return [f'{corpus}/{name}: recorded is {told(cases[name])}, now it is {told(now)}'
            for name, now in record.record(names(cases)) if told(now) != told(cases[name])]


def main():
    failures = differing('scripts', lambda cases: sys.argv[1:] or sorted(cases)[::8])
    for corpus in TWINS if not sys.argv[1:] else ():
        failures += differing(corpus, lambda cases: [name for name in sorted(cases) if 'alone' in cases[name]][::20])
    for failure in failures:
        print('FAILED:', failure)
    print(f'{len(failures)} scripts run again differ')
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
