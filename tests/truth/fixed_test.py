"""What `mmlint fix --unsafe` says of the faulty scripts of `scripts` is what is there afterwards: check finds
in the fixed files just what fix says is left, nothing that check found is gone without an edit, and a second
run changes nothing. Whether they train then is recorded by fixed.py, which starts them.

    fixed_test.py [NAME...]    only these cases
"""

import concurrent.futures
import os
import shutil
import sys
import tempfile
from pathlib import Path

import fixed
import record


def told(report):
    return sorted((one['path'], one['line'], one['code'], one['severity'], one['message'])
                  for one in report['diagnostics'])


def failures(name):
    """What is untrue of one case."""
    with tempfile.TemporaryDirectory(prefix='fixed-') as scratch:
        folder = Path(scratch).resolve() / name
        shutil.copytree(record.SCRIPTS / name, folder)
        before = fixed.report(folder, 'check')
        done = fixed.report(folder, 'fix', '--unsafe')
        after = fixed.report(folder, 'check')
        again = fixed.report(folder, 'fix', '--unsafe')
    if told(done) != told(after):
        yield f'fix says that {told(done)} is left, and check finds {told(after)}'
    if again['changes']:
        yield f'a second run changes {[change["path"] for change in again["changes"]]}'
    gone = len(fixed.serious(before)) - len(fixed.serious(after))
    if gone > 0 and not done['changes']:
        yield f'{gone} findings are gone, and nothing was changed'
    if fixed.serious(before) and not done['changes'] and not fixed.serious(done):
        yield 'what check finds is neither repaired nor left'
    for change in done['changes']:
        if not done['fixed']:
            yield f'{change["path"]} is changed for no finding'


def main():
    cases = record.table()
    names = sys.argv[1:] or [name for name in sorted(cases) if cases[name]['outcome'] != 'trains']
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, found in zip(names, pool.map(lambda name: list(failures(name)), names)):
            for failure in found:
                print(f'FAILED: {name}: {failure}')
                wrong += 1
    print(f'{len(names)} faulty scripts fixed and judged again')
    sys.exit(1 if wrong or not names else 0)


if __name__ == '__main__':
    main()
