"""Random projects with configs, training scripts and launch scripts through `fix --unsafe`, judged by MMEngine, by
Python's `ast` and by bash.

random_programs.py [--seed N] [--count N]: the same seed gives the same project. One that fails is printed with its seed
and files; run that seed alone to see it again.

After `fix`: what MMEngine loads has changed in just the keys that the fixes list; what differs in scripts and launch
scripts are the nodes and words that the rules of the fixes promise (script_promises.py); comments, line ends and what
Python and bash take stay; the diff gives what `fix` gives; a second fix changes nothing; and what `fix` says is left is
what `check` then finds.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import launch_maker
import random_projects
import script_maker
import script_promises
from random_projects import Failed, mmlint

NAMES = ('tools/train.py', 'tools/train.py', 'train.py', 'tools/my train.py', 'scripts/训练.py', "tools/it's.py",
         'tools/dist-train 2.py')
LAUNCHES = ('run.sh', 'tools/dist_train.sh', 'scripts/run all.sh', '启动.sh', 'train.bash')


def make(seed):
    """The files of a project, as bytes by name."""
    dice = random.Random(seed)
    files = random_projects.Maker(seed).project()
    configs = sorted(name for name in files if '_base_' not in name)
    for number, name in enumerate(dice.sample(sorted({*NAMES}), dice.choice((1, 1, 2)))):
        maker = script_maker.ScriptMaker(seed * 3 + number)
        texts, _ = maker.script()
        for module, text in texts.items():
            files[name if not module else f'{name.rpartition("/")[0]}/{module}'.lstrip('/')] = text
        for launch in dice.sample(LAUNCHES, dice.choice((0, 1, 1, 2))):
            plain = name if "'" not in name else f'"{name}"'
            files[launch] = launch_maker.LaunchMaker(maker, plain, dice.choice(configs), maker.options).script_text()
    return files


def write(folder, files):
    """Makes the project, with the folder that marks its root."""
    (folder / '.git').mkdir(parents=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob('*'))
            if path.is_file()}


def told(report):
    return sorted((one['path'], one['line'], one['code'], one['severity'], one['message'])
                  for one in report['diagnostics'])


def promised(fixed):
    """By config and key: (first value before, last value after) of what the fixes list."""
    out = {}
    for finding in fixed:
        for change in finding['fix']['changes']:
            key = (change['config'], change['key'])
            out[key] = (out[key][0] if key in out else change['before'], change['after'])
    return out


def allowed(key, before, after):
    """True if some rule is there for this change of a config."""
    from judge import ABSENT
    if key == 'model_wrapper_cfg.find_unused_parameters':
        return before is ABSENT and after is True  # an unsafe fix writes it where it has an effect
    if key == 'work_dir':
        return before is ABSENT and after == 'work_dirs'
    return key.partition('.')[0] == 'custom_imports' or random_projects.allowed(key, before, after)


def is_covered(key, promises):
    """True if a promise is about this key, what holds it, or what it holds."""
    return any(key == other or key.startswith(other + '.') or other.startswith(key + '.') for other in promises)


def judge_configs(before, after, names, fixed):
    from judge import load, walk
    promises = {}
    for config, key in promised(fixed):
        promises.setdefault(config, set()).add(key)
    known = set(sys.modules)
    changed = 0
    for name in names:
        (old, old_error), (new, new_error) = load(before / name), load(after / name)
        for module in set(sys.modules) - known:  # a process group module of this project
            if not module.startswith(('mmengine', 'torch')):
                del sys.modules[module]
        if old is None or new is None:
            if (old_error or '').replace(str(before), '') != (new_error or '').replace(str(after), ''):
                raise Failed(f'{name}: raised {old_error}, now {new_error}')
            continue
        seen = set()
        for key, left, right in walk(old, new):
            changed += 1
            seen.add(key)
            if not is_covered(key, promises.get(name, ())):
                raise Failed(f'{name}: {key} went from {left!r} to {right!r}, which no fix lists')
            if not allowed(key, left, right):
                raise Failed(f'{name}: {key} went from {left!r} to {right!r}, which no rule is for')
        for key in promises.get(name, ()):
            if '_base_' not in name and not is_covered(key, seen) and not promised(fixed)[name, key][0] == promised(
                    fixed)[name, key][1]:
                raise Failed(f'{name}: fix lists {key}, and MMEngine loads the same')
    return changed


def bash_takes(path):
    return subprocess.run(['bash', '-n', path], capture_output=True).returncode == 0


def judge_programs(before, after, names, fixed):
    """Compares scripts and launch scripts; returns how many differ."""
    codes = {}
    for finding in fixed:
        for path in {finding['path'], *(edit['path'] for edit in finding['fix']['edits'])}:
            codes.setdefault(path, set()).add(finding['code'])
    differ = 0
    for name in names:
        old, new = (before / name).read_bytes(), (after / name).read_bytes()
        given = codes.get(name, set())
        if old == new:
            continue
        differ += 1
        is_python = name.endswith('.py')
        try:
            seen = (script_promises.python if is_python else script_promises.shell)(old, new, given)
        except (script_promises.Broken, SyntaxError) as broken:
            raise Failed(f'{name}: {broken}') from None
        if not seen:
            raise Failed(f'{name}: changed for {sorted(given)}, and nothing that they promise is seen')
        if not is_python and bash_takes(before / name) and not bash_takes(after / name):
            raise Failed(f'{name}: bash does not take it any more')
    return differ


def judge_project(files, top):
    """Raises Failed; returns what was seen, counted."""
    before, after, applied = top / 'before', top / 'after', top / 'applied'
    for folder in (before, after, applied):
        write(folder, files)
    done = json.loads(mmlint('fix', '--unsafe', '--format', 'json', '.', cwd=after))
    diff = mmlint('fix', '--diff', '--unsafe', '.', cwd=applied)
    if diff:
        subprocess.run(['git', 'apply'], cwd=applied, input=diff, check=True)
    fixed_files = contents(after)
    if fixed_files != contents(applied):
        raise Failed('fix and fix --diff | git apply differ')
    again = json.loads(mmlint('fix', '--unsafe', '--format', 'json', '.', cwd=after))
    if again['changes'] or contents(after) != fixed_files:
        raise Failed(f'the second fix changes {again["changes"]}')
    left = json.loads(mmlint('check', '--format', 'json', '--exit-zero', '.', cwd=after))
    if told(done) != told(left):
        raise Failed(f'fix says that {told(done)} is left, check finds {told(left)}')
    for name in set(fixed_files) - set(files):
        if {'path': name, 'created': True} not in done['changes']:
            raise Failed(f'{name} is new')
        compile(fixed_files[name], name, 'exec', dont_inherit=True)
    changed = [change['path'] for change in done['changes'] if not change['created']]
    if sorted(changed) != sorted(name for name in files if files[name] != fixed_files[name]):
        raise Failed(f'fix says that it changed {changed}')
    configs = [name for name in files if name.startswith('configs/')]
    programs = [name for name in files if name not in configs]
    return {'configs': len(configs), 'changed keys': judge_configs(before, after, configs, done['fixed']),
            'programs': len(programs), 'changed programs': judge_programs(before, after, programs, done['fixed']),
            'fixed findings': len(done['fixed'])}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--count', type=int, default=40)
    options = parser.parse_args()
    failures, counts = 0, {}
    for seed in range(options.seed, options.seed + options.count):
        files = make(seed)
        with tempfile.TemporaryDirectory(prefix='mmlint-programs-') as name:
            try:
                for what, count in judge_project(files, Path(name).resolve()).items():
                    counts[what] = counts.get(what, 0) + count
            except (Failed, subprocess.SubprocessError) as failure:
                failures += 1
                print(f'seed {seed} FAILED: {failure}', flush=True)
                if failures <= 3:
                    for path, content in sorted(files.items()):
                        print(f'--- {path}\n{content.decode()}')
    print(f'{options.count} projects,', ', '.join(f'{count} {what}' for what, count in counts.items()) +
          f', {failures} failures')
    sys.exit(1 if failures or not counts.get('changed keys') or not counts.get('changed programs') else 0)


if __name__ == '__main__':
    random_projects.reexecute(__file__)
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    main()
