"""What `check` takes for few and for very many files, for scripts/bench: a config alone, a config in a large project,
programs, and the folders of configs many times over."""

import shutil
import sysconfig
import tempfile
from pathlib import Path

GROWTH_AT_MOST = 10.5       # times the processor, for ten times the files
ONE_AT_MOST = 10            # milliseconds of the processor
ONE_BESIDE_RUFF_AT_MOST = 2
LEAF_AT_MOST = 0.1          # seconds
MANY = 60_000               # files
MANY_AT_MOST = 300          # megabytes
CONFIGS, PROGRAMS = 1000, 600  # of the large project


def measured(folders, sides, medians):
    """Yields (text with a place for the figure, figure, limit or None). `sides` are the commands of scripts/bench,
    with the folders behind them; medians(commands, rounds) returns what they take."""
    def command(name, *paths):
        return [*sides[name][:-len(folders)], *paths]

    configs = sorted(path for folder in folders for path in folder.rglob('*.py'))
    leaf = max(configs, key=lambda path: path.read_text(errors='replace').startswith('_base_'))
    yield from one_alone(leaf, command, medians)
    with tempfile.TemporaryDirectory(prefix='mmlint-') as root:
        yield from in_project(folders, Path(root), command, medians)
    if 'before' in sides:
        programs = library()
        cost = medians({name: command(name, *programs) for name in ('check', 'before')})
        yield ('1000 programs take {} times the processor of before',
               cost['check'].processor / cost['before'].processor, 0.5)
    with tempfile.TemporaryDirectory(prefix='mmlint-') as root:
        yield from many_times(folders, len(configs), Path(root), command, medians)


def one_alone(leaf, command, medians):
    cost = medians({name: command(name, leaf) for name in ('check', 'ruff')})
    yield 'one config takes {} ms of the processor', 1000 * cost['check'].processor, ONE_AT_MOST
    yield ('one config takes {} times the processor of ruff',
           cost['check'].processor / max(cost['ruff'].processor, 0.001), ONE_BESIDE_RUFF_AT_MOST)


def in_project(folders, root, command, medians):
    count = 0
    for i, folder in enumerate(folders):
        if count < CONFIGS:
            shutil.copytree(folder, root / f'package{i}' / folder.name)
            count = sum(1 for _ in root.rglob('*.py'))
    (root / 'tools').mkdir()
    programs = library()
    for i, program in enumerate(programs[k * len(programs) // PROGRAMS] for k in range(PROGRAMS)):
        shutil.copy(program, root / 'tools' / f'{i}_{program.name}')
    (root / 'mmlint.toml').write_text('')
    leaf = next(path for path in sorted(root.rglob('*.py'))
                if path.read_text(errors='replace').startswith('_base_'))
    cost = medians({'check': command('check', leaf)})['check']
    yield f'one config of a project with {count} and {PROGRAMS} programs takes {{}} s', cost.clock, LEAF_AT_MOST
    yield 'it takes {} MB', cost.memory, None


def library(count=1000):
    """The largest files of Python's library, the largest first."""
    folder = Path(sysconfig.get_path('stdlib'))
    files = [path for path in folder.rglob('*.py') if 'site-packages' not in path.parts and 'test' not in path.parts]
    return sorted(files, key=lambda path: -path.stat().st_size)[:count]


def many_times(folders, files, root, command, medians):
    """Ten times the folders beside one time, and as often as makes MANY files."""
    def copied(name, times):
        for i in range(times):
            for k, folder in enumerate(folders):
                shutil.copytree(folder, root / name / str(i) / str(k) / folder.name)
        (root / name / 'mmlint.toml').write_text('')
        return root / name

    one, ten = (command('check', copied(name, times)) for name, times in (('one', 1), ('ten', 10)))
    cost = medians({'one': one, 'ten': ten})
    yield ('ten times the files take {} times the processor', cost['ten'].processor / cost['one'].processor,
           GROWTH_AT_MOST)
    shutil.rmtree(root / 'ten')
    times = -(-MANY // files)
    cost = medians({'many': command('check', copied('many', times))}, 1)['many']
    yield f'{times * files} files take {{}} MB', cost.memory, MANY_AT_MOST
