"""The runs of the tests that train and of the projects that were seen to die (tests/e2e, tests/truth) that end with an
error, as scripts/record-logs makes them; fixtures/logs/runs.zip has what they printed."""

import json
import os
import shlex
import shutil
import sys
import zipfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ARCHIVE = TESTS.parent / 'fixtures/logs/runs.zip'
sys.path[:0] = [str(TESTS / folder) for folder in ('e2e', 'public')]
os.environ.setdefault('MMLINT_BUILD', str(TESTS.parent / 'build/release'))

import run_e2e  # noqa: E402
import script_cases  # noqa: E402
from runs import Run  # noqa: E402

TOY = ('tests/e2e/project',)
RANKS = 'export PYTHONPATH=. REPORT=/tmp/report.json OMP_NUM_THREADS=1 MKL_NUM_THREADS=1; ranks 2 python '


def file_name(case):
    return case.name.replace(' ', '_').replace(',', '')


def trained():
    """(run, case) for the configs and train scripts of tests/e2e; of two cases with the same faults one."""
    seen = set()
    for case in run_e2e.CASES:
        edits = (*case.changes, *case.faults)
        if (edits, case.leaf) not in seen:
            seen.add((edits, case.leaf))
            yield Run(f'runs/e2e/{file_name(case)}', f'{RANKS}tools/train.py {case.leaf}', edits, sources=TOY), case
    for case in script_cases.CASES:
        if isinstance(case.comes_to, tuple):
            yield Run(f'runs/e2e/{file_name(case)}', f'{RANKS}tools/{case.script} {run_e2e.LEAF}',
                      (script_cases.NO_GROUP, script_cases.NO_LAUNCHER),
                      sources=(*TOY, f'tests/e2e/scripts/{case.script}:tools')), case


CORPORA = ('scripts', 'fresh', 'configs')  # folders of tests/truth


def died():
    """(run, case) for the projects in tests/truth."""
    for name, case in ((f'{corpus}/{name}', case) for corpus in CORPORA
                       for name, case in json.loads((TESTS / f'truth/{corpus}/cases.json').read_text()).items()):
        if case['outcome'] == 'dies':
            variables = dict(OMP_NUM_THREADS='1', MKL_NUM_THREADS='1', **case.get('env', {}))
            exports = ' '.join(f'{key}={shlex.quote(value)}' for key, value in variables.items())
            start = 'ranks 2 ' if case['start'] == 'torchrun' else ''
            arguments = shlex.join([case.get('script', 'train.py'), *case['arguments']])
            yield Run(f'runs/{name}', f'export {exports}; {start}python {arguments}',
                      sources=(f'tests/truth/{name}',)), case


def runs():
    return [run for run, _ in (*trained(), *died())]


def entry(run):
    """Its name in the archive."""
    return run.name.removeprefix('runs/') + '.log'


def recorded():
    """{name in the archive: log}"""
    if not ARCHIVE.exists():
        return {}
    with zipfile.ZipFile(ARCHIVE) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def record(logs):
    """Writes the archive, the same bytes for the same logs."""
    partial = ARCHIVE.with_suffix('.partial')
    with zipfile.ZipFile(partial, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(logs):
            archive.writestr(zipfile.ZipInfo(name), logs[name], zipfile.ZIP_DEFLATED)
    shutil.move(partial, ARCHIVE)
