"""Runs some of the recorded scripts once more: what scripts/cases.json says of them must still be so.

    again_test.py [NAME...]    these; without names every eighth, which takes a minute or two
"""

import sys

import record


def told(case):
    """What has to be the same: the outcome, what was measured, and of an error its type and its line."""
    return (case['outcome'], case.get('measured'), case.get('at'), (case.get('error') or '').split(':')[0])


def main():
    cases = record.table()
    names = sys.argv[1:] or sorted(cases)[::8]
    failures = [f'{name}: recorded is {told(cases[name])}, now it is {told(now)}'
                for name, now in record.record(names) if told(now) != told(cases[name])]
    for failure in failures:
        print('FAILED:', failure)
    print(f'{len(names)} scripts run again, {len(failures)} differ')
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
