"""What mmlint leaves out of a folder is what git ignores: random patterns in .gitignore, info/exclude and the user's
own file, judged by git itself."""

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ['a', 'b', 'ab', 'build', 'data', 'x1']
FILES = ['m.py', 'n.py', 'skip.py', 'a.py', 'tmp_1.py', '模型.py']
PATTERNS = ['{n}', '{n}/', '/{n}', '{n}/{f}', '*.py', '!{f}', '{f}', '/{f}', '**/{n}', '{n}/**', 'a*', '?.py',
            '[mn].py', '!/{n}/', '# {n}', '', '{n}/**/{f}', 'tmp_*.py', '!*.py', '\\#x', '**/{n}/{f}', '*']
ROUNDS = 150


def run(*command, cwd):
    environment = {key: value for key, value in os.environ.items() if key != 'XDG_CONFIG_HOME'}
    return subprocess.run(command, cwd=cwd, capture_output=True, check=True,
                          env=environment | {'HOME': f'{cwd}/home'}).stdout


def pattern(rng):
    return rng.choice(PATTERNS).format(n=rng.choice(NAMES), f=rng.choice(FILES))


def make_project(root, rng):
    run('git', 'init', '-q', '.', cwd=root)
    folders = [Path(*(rng.choice(NAMES) for _ in range(rng.randint(0, 3)))) for _ in range(6)]
    for folder in folders:
        (root / 'configs' / folder).mkdir(parents=True, exist_ok=True)
        for name in rng.sample(FILES, 3):
            (root / 'configs' / folder / name).write_text('x = 1\n')
    for folder in [root, root / 'configs', root / 'configs' / rng.choice(folders)]:
        lines = [pattern(rng) for _ in range(rng.randint(0, 4))]
        (folder / '.gitignore').write_text('\n'.join(lines) + '\n')
    elsewhere = [root / '.git/info/exclude', root / 'home/.config/git/ignore', root / 'home/mine']
    for file in elsewhere:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(''.join(pattern(rng) + '\n' for _ in range(rng.choice([0, 0, 1, 2]))))
    if rng.random() < 0.3:
        where = rng.choice([root / 'home/.gitconfig', root / '.git/config'])
        named = rng.choice(['~/mine', f'"{root}/home/mine"'])
        with where.open('a') as configuration:
            configuration.write(f'[user]\n\tname = x\n[Core]\n\texcludesfile = {named}\n')
    if rng.random() < 0.5:  # what git tracks it does not ignore
        files = sorted(path.relative_to(root) for path in (root / 'configs').rglob('*.py'))
        run('git', 'add', '-f', '--', *map(str, rng.sample(files, min(len(files), 3))), cwd=root)
        run('git', 'update-index', '--index-version', rng.choice('24'), cwd=root)


def read_by_mmlint(root):
    out = run(os.environ['MMLINT'], 'show', '--format', 'jsonl', '.', cwd=root).decode()
    return sorted(json.loads(line)['path'] for line in out.splitlines())


def reads_all_without_git():
    """Whether a .gitignore in a downloaded archive, which git does not know, leaves nothing out."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / 'configs').mkdir()
        (root / '.gitignore').write_text('configs/\n')
        (root / 'configs/a.py').write_text('x = 1\n')
        without = read_by_mmlint(root)
        run('git', 'init', '-q', '.', cwd=root)
        return without == ['configs/a.py'] and read_by_mmlint(root) == []


def main():
    if not reads_all_without_git():
        print('.gitignore counts without git, or not with it')
        return 1
    ignored = 0
    for seed in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            make_project(root, random.Random(seed))
            listed = run('git', 'ls-files', '-z', '-co', '--exclude-standard', cwd=root).decode().split('\0')
            expected = sorted(name for name in listed if name.endswith('.py'))
            found = read_by_mmlint(root)
            ignored += len(list(root.rglob('*.py'))) - len(expected)
            if found != expected:
                print(f'seed {seed}: git lists {expected}\nmmlint reads {found}')
                for file in [*root.rglob('.gitignore'), root / '.git/info/exclude', *root.rglob('home/**/*')]:
                    if file.is_dir():
                        continue
                    print(f'--- {file.relative_to(root)}\n{file.read_text()}')
                return 1
    print(f'{ROUNDS} projects, {ignored} files ignored by both')
    return ignored < ROUNDS


if __name__ == '__main__':
    sys.exit(main())
