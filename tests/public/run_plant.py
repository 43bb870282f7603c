"""Plants one random fault at a time into clean public configs: `check` gives exactly that finding, and
after `fix` MMEngine gives the value back; what cannot be fixed is left alone.

    run_plant.py [--cases N] [--seed S] [--only CASE] [--keep FOLDER]
"""

import argparse
import random
import shutil
import sys
from collections import Counter
from pathlib import Path

import harness
import oracle
import origins
import packages
import plants
import twins

LAZY_SHARE = 0.35
TRIES = 25  # leaves that a fault is tried on before another fault is chosen


class Garden:
    """The clean packages, and a judge to ask about single files."""

    def __init__(self, folder):
        self.folder, self.judge, self.leaves = folder, oracle.Server(), []
        for name, package in packages.packages().items():
            copy = folder / name
            shutil.copytree(package / 'configs', copy / 'configs')
            harness.mmlint('fix', '--unsafe', copy, '--root', copy, '--target', 'gcu')
            answers = oracle.of_package(name, package)
            self.leaves += [(copy, path) for path, answer in sorted(answers.items())
                            if answer['ok'] and oracle.is_runnable(answer['config'])
                            and not any(part.startswith('_base_') for part in Path(path).parts)]

    def config_of(self, path):
        answer = self.judge.ask(path)
        return answer['config'] if answer['ok'] else None

    def leaf(self, lazy, rng, project):
        """A random leaf whose project is written to a folder, or None."""
        copy, path = rng.choice(self.leaves)
        config = self.config_of(copy / path)
        if config is None:
            return None
        if lazy:
            path, files = twins.LEAF, twins.lazy_twin(config, rng)
        else:
            files = {file.relative_to(copy).as_posix(): file.read_bytes().decode()
                     for file in origins.closure(copy / path) if file.is_relative_to(copy)}
        if not files:
            return None
        write(project, files)
        config = self.config_of(project / path)
        if config is None:
            return None
        keys = lambda file: (self.config_of(project / file) or {}).keys()  # noqa: E731
        return plants.Leaf(path, files, config, keys)


def write(project, files):
    shutil.rmtree(project, ignore_errors=True)
    for name, text in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def read(project):
    return {path.relative_to(project).as_posix(): path.read_bytes().decode()
            for path in project.rglob('*') if path.is_file()}


def choose(garden, kinds, lazy, rng, project):
    """A fault of the kind whose turn it is, on a leaf that it fits."""
    while True:
        kind = kinds.pop(0)
        kinds.append(kind)
        for _ in range(TRIES):
            leaf = garden.leaf(lazy, rng, project)
            plant = leaf and kind(leaf, rng)
            if plant:
                return kind, leaf, plant


def shown(diagnostics):
    return ', '.join(f'{d["path"]}:{d["line"]} {d["code"]}' for d in diagnostics) or 'nothing'


def problems(project):
    """What check finds, without what the packages have: mere information, and configs that Runner refuses."""
    return [d for d in harness.check(project)[0] if d['severity'] != 'info' and d['code'] < 'MM800']


def wrong(garden, leaf, plant, project):
    """Says what is not as it should be, or None."""
    found = problems(project)
    if found:
        return f'before planting, check finds {shown(found)}'
    planted = {**leaf.files, **plant.files}
    write(project, planted)
    answer = garden.judge.ask(project / leaf.path)
    if (plant.error is None) != answer['ok'] or not answer['ok'] and answer['error'] not in plant.error:
        return f'the test is wrong: MMEngine says {harness.short(answer)}, not {plant.error}'
    found = problems(project)
    places = [(d['path'], d['line']) for d in found]
    if [d['code'] for d in found] != [plant.code] or places[0] not in plant.places:
        return f'check finds {shown(found)}, not {plant.code} at {sorted(plant.places)}'
    if plant.fix == 'unsafe':
        harness.mmlint('fix', project, '--root', project, '--target', 'gcu')
        if read(project) != planted:
            return 'fix without --unsafe changed something'
    unsafe = ['--unsafe'] if plant.fix == 'unsafe' else []
    harness.mmlint('fix', *unsafe, project, '--root', project, '--target', 'gcu')
    if plant.fix is None:
        return 'fix changed something' if read(project) != planted else None
    found = problems(project)
    if found:
        return f'after fix, check finds {shown(found)}'
    answer = garden.judge.ask(project / leaf.path)
    if not answer['ok']:
        return f'after fix MMEngine says {harness.short(answer)}'
    for key, left, right in harness.differences({**leaf.config, **plant.changed}, answer['config']):
        return f'after fix {key} is {harness.short(right)}, not {harness.short(left)}'
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--cases', type=int, default=200)
    parser.add_argument('--seed', type=int, default=20)
    parser.add_argument('--only', type=int, help='one case by its number')
    parser.add_argument('--keep', type=Path, help='where to leave the projects of the cases that fail')
    options = parser.parse_args()
    failures, counts = harness.Failures('plant'), Counter()
    with harness.scratch() as temporary:
        garden = Garden(Path(temporary).resolve() / 'clean')
        project = Path(temporary).resolve() / 'project'
        order = random.Random(options.seed)
        kinds = {False: order.sample(plants.CLASSIC, len(plants.CLASSIC)),
                 True: order.sample(plants.LAZY, len(plants.LAZY))}
        for case in range(options.cases):
            rng = random.Random(f'{options.seed} {case}')
            lazy = rng.random() < LAZY_SHARE
            kind, leaf, plant = choose(garden, kinds[lazy], lazy, rng, project)
            if options.only not in (None, case):
                continue
            counts[f'{"lazy" if lazy else "classic"} {plant.code}'] += 1
            problem = wrong(garden, leaf, plant, project)
            if problem:
                failures.add(f'case {case}, {kind.__name__} in {leaf.path}: {problem}')
                if options.keep:
                    write(options.keep / f'case{case}', {**leaf.files, **plant.files})
        garden.judge.close()
    print(f'{sum(counts.values())} faults: ' + ', '.join(f'{name} {n}' for name, n in sorted(counts.items())))
    return failures.finish()


if __name__ == '__main__':
    sys.exit(main())
