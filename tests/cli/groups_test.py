"""`mmlint groups`: each file once; what is found in parts of whole groups together is what one run finds."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import binary

FIXTURES = Path(os.environ['MMLINT_SOURCE']) / 'fixtures'
PROJECTS = ['t20', 'cli/launch_check/input', 'cli/check_text/input', 'check/own_runner', 'check/partial_env',
            'check/patterns', 'check/two_definers', 'check/hazards']
PARTS = 3


def findings(paths, cwd):
    """{a finding without how it was reached} of one run."""
    done = binary.run('check', '--files-from', '-', '--format', 'jsonl', '--root', '.', '--exit-zero', cwd=cwd,
                      stdin='\n'.join(paths).encode())
    if done.code != 0:
        raise SystemExit(f'{done.code}: {done.text[-2000:]}')
    out = set()
    for line in done.out.splitlines():
        each = json.loads(line)
        if 'code' in each:
            out.add((each['code'], each['path'], each['line'], each['column'], each['message'], each['severity']))
    return out


def check(root):
    done = binary.run('groups', '.', '--root', '.', cwd=root)
    if done.code != 0 or not done.out:
        raise SystemExit(f'{done.code}: {done.text[-2000:]}')
    groups = [line.split('\t') for line in done.out.decode().splitlines()]
    files = [path for group in groups for path in group]
    wrong = []
    if len(files) != len(set(files)):
        wrong.append('a file is listed twice')
    parts = [[path for group in groups[i::PARTS] for path in group] for i in range(PARTS)]
    whole = findings(files, root)
    together = set().union(*(findings(part, root) for part in parts if part))
    # Information about what stands nowhere is told once in a run, at the first config that lacks it.
    once = {(code, words) for code, _, line, column, words, severity in whole
            if severity == 'info' and (line, column) == (1, 1)}
    more = {each for each in together - whole if (each[0], each[4]) not in once}
    if whole - together or more:
        wrong.append(f'only in one run: {sorted(whole - together)}\nonly in parts: {sorted(more)}')
    # A finding that several parts have would be told twice.
    if len(together) != sum(len(findings(part, root)) for part in parts if part):
        wrong.append('a finding is told by several parts')
    return groups, len(whole), wrong


def readme_way(root):
    """The lines that the commands of README print, and those of one run."""
    readme = (FIXTURES.parent / 'README.md').read_text(encoding='utf-8')
    commands = re.search(r'((?:    .*\n)+)\n`groups` prints', readme).group(1)
    environment = os.environ | {'PATH': f'{Path(binary.MMLINT).parent}:{os.environ["PATH"]}'}
    done = subprocess.run(['bash', '-ec', commands.replace('l/64', 'l/3')], cwd=root, env=environment, check=True,
                          capture_output=True)
    whole = binary.run('check', '.', '--root', '.', '--format', 'jsonl', cwd=root).out
    return sorted(line for line in done.stdout.splitlines()), sorted(whole.splitlines())


def main():
    failed = False
    with tempfile.TemporaryDirectory(prefix='mmlint-') as name:
        for project in PROJECTS:
            root = Path(name).resolve() / project.replace('/', '_')
            shutil.copytree(FIXTURES / project, root)
            groups, count, wrong = check(root)
            print(f'{project}: {len(groups)} groups, {sum(map(len, groups))} files, {count} findings')
            for words in wrong:
                failed = True
                print(words)
        root = Path(name) / 'tiny'
        for path, text in {'b.py': 'x = 1\n', 'a/1.py': "_base_ = '../b.py'\n", 'a/2.py': "_base_ = '1.py'\n",
                           'a/3.py': "_base_ = '../b.py'\n", 'c.py': "_base_ = 'd.yaml'\n", 'd.yaml': 'x: 1\n',
                           'tools/train.py': 'import helper\nimport torch\ntorch.cuda.set_device(0)\n', 'tools/helper.py': 'import torch\n',
                           'run.sh': 'python tools/train.py\n', 'alone.sh': 'echo\n'}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        for paths, expected in (
                (['.'], ['a/1.py\ta/2.py\ta/3.py\tb.py', 'alone.sh', 'c.py', 'run.sh\ttools/helper.py\ttools/train.py']),
                (['a/1.py', 'a/3.py'], ['a/1.py\ta/3.py']), (['a/2.py', 'a/3.py'], ['a/2.py\ta/3.py'])):
            found = binary.run('groups', *paths, cwd=root).out.decode().splitlines()
            if found != expected:
                failed = True
                print(f'{paths}: {found}')
        split, whole = readme_way(Path(name) / 't20')
        codes = [sorted({json.loads(line)['code'] for line in lines}) for lines in (split, whole)]
        if codes[0] != codes[1]:
            failed = True
            print(f'as README says: {codes[0]}, in one run: {codes[1]}')
        if binary.run('groups', 'nowhere', cwd=root).code != 2:
            failed = True
            print('a path that is not there')
    return failed


if __name__ == '__main__':
    sys.exit(main())
