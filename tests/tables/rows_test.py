"""Each row of rules/facts is needed: without it, or without one of its kinds, an example of a rule fails.

    rows_test.py [TABLE[:NAME]]...    only these tables, or rows

mmlint_tables, which reads the tables from a folder, checks the examples in fixtures/rules that have the name of the row
in their text or in the name of a file.

Environment: MMLINT_TABLES, the program; MMLINT_SOURCE, the repository."""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ['MMLINT_SOURCE'])
FACTS = SOURCE / 'rules/facts'
EXAMPLES = SOURCE / 'fixtures/rules'
# values.standard_functions compares the one with Python, parameters.recorded the other with MMEngine and PyTorch.
PROVEN_ELSEWHERE = {'standard_functions', 'parameters'}


def texts_of_rules():
    """The names and texts of all examples of a rule, by its code."""
    out = {}
    for folder in sorted(EXAMPLES.iterdir()):
        files = sorted(path for path in folder.rglob('*') if path.is_file())
        out[folder.name] = '\n'.join(f'{path}\n' + path.read_bytes().decode('utf-8', 'replace') for path in files)
    return out


def name_of(row):
    return row if isinstance(row, str) else row['name']


def has(text, name):
    return name.rstrip('*') in text or name.replace('_', '-') in text


def changes_of(table):
    """(what is left out; the name to look for; the rows that are left)."""
    rows = table['rows']
    for i, row in enumerate(rows):
        others = rows[:i] + rows[i + 1:]
        if isinstance(row, str):
            yield row, row, others
            continue
        for kind in row['is']:
            kept = {**row, 'is': [each for each in row['is'] if each != kind]}
            yield f"{row['name']}: {kind}", row['name'], others + [kept] * bool(kept['is'])


def judged(facts, *codes):
    """Whether the examples of these rules, or of all, hold with the tables of a folder."""
    done = subprocess.run([os.environ['MMLINT_TABLES'], 'rules', '--check', SOURCE / 'rules', '--examples', EXAMPLES,
                           *codes], env={**os.environ, 'MMLINT_FACTS': str(facts)}, capture_output=True, text=True)
    if done.returncode > 1 or done.stderr:
        raise AssertionError(f'{codes}: {done.stderr}')
    return done.returncode == 0


def is_needed(name, rows, codes):
    """Whether an example of one of these rules fails with other rows of a table."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FACTS, folder, dirs_exist_ok=True)
        (Path(folder) / f'{name}.json').write_text(json.dumps({'rows': rows}))
        return not all(judged(folder, code) for code in codes)


def main():
    wanted = sys.argv[1:]
    texts = texts_of_rules()
    if not judged(FACTS):
        sys.exit('the examples fail with all rows')
    jobs = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path in sorted(path for path in FACTS.glob('*.json') if path.stem not in PROVEN_ELSEWHERE):
            table = json.loads(path.read_text())
            held = {code: sum(has(text, name_of(row)) for row in table['rows']) for code, text in texts.items()}
            for change, word, rows in changes_of(table):
                key = f'{path.stem}:{word}'
                if wanted and path.stem not in wanted and key not in wanted:
                    continue
                # The rule whose examples hold most rows of the table is most likely the one that needs this one.
                codes = sorted((code for code, text in texts.items() if has(text, word)), key=held.get, reverse=True)
                jobs.append((path.stem, change, pool.submit(is_needed, path.stem, rows, codes)))
    problems = 0
    for table, change, needed in jobs:
        if not needed.result():
            problems += 1
            print(f'{table}: no example fails without "{change}"')
    print(f'{len(jobs)} changes tried, {problems} problems')
    return problems != 0


if __name__ == '__main__':
    sys.exit(main())
