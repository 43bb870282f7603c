"""Small random projects, judged by MMEngine: what `check` says of each config, and what `fix` makes of all.

random_projects.py [--seed N] [--count N] [--keep DIR]: the same seed gives the same projects. A project that
fails is printed with its seed and files; run that seed alone to see it again.

For every config that MMEngine loads, the codes that `check` must find follow from the loaded values, see
`expected_codes`. After `fix`: the same configs load, nothing moved but what the rules are for, a config that is
still wrong is still reported, the second fix changes nothing, and the diff gives what `fix` gives.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import choices

HERE = Path(__file__).resolve().parent


def reexecute(script=__file__):
    """Goes on with a script under the Python that has MMEngine."""
    if os.environ.get('MMLINT_INSIDE'):
        return
    python = os.environ.get('MMLINT_JUDGE_PYTHON')
    if not python:
        sys.path.insert(0, str(HERE.parent / 'public'))
        import packages
        python = str(packages.judge_python())
    os.execve(python, [python, script, *sys.argv[1:]], {**os.environ, 'MMLINT_INSIDE': '1'})


# --- Making a project ---

class Maker(choices.Choices):
    """Writes config text in the many ways that people write it."""

    BARE = 0.1  # the share of settings without what MMEngine asks of them
    WRAPPERS = ('MMDistributedDataParallel', 'MMDistributedDataParallel', 'MMSeparateDistributedDataParallel')

    def dict(self, items, indent=0):
        """A dict of (key, already written value), as a call or a display, on one line or several."""
        call = self.chance(0.75)
        parts = [f'{key}={value}' if call else f'{self.quoted(key)}: {value}' for key, value in items]
        opening, closing = ('dict(', ')') if call else ('{', '}')
        if not parts or self.chance(0.5):
            comma = ',' if parts and self.chance(0.1) else ''
            return opening + ', '.join(parts) + comma + closing
        pad = ' ' * (indent + self.one_of(2, 4, 4))
        lines = []
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            comma = '' if last and self.chance(0.5) else ','
            lines.append(pad + part + comma + self.one_of('', '', '', '  # 备注 backend', '  # )'))
        if self.chance(0.2):
            lines.append(pad + "# dist_cfg=dict(backend='nccl')")
        if '#' in lines[-1] or self.chance(0.5):
            return opening + '\n' + '\n'.join(lines) + '\n' + ' ' * indent + closing
        return opening + '\n' + '\n'.join(lines) + closing

    def backend(self):
        return self.one_of('nccl', 'nccl', 'eccl', 'gloo', 'NCCL')

    def env_cfg(self, full):
        """Lines that set env_cfg."""
        lines = []
        backend = self.quoted(self.backend())
        dist = [('backend', backend)]
        if self.chance(0.15):
            lines.append(f'backend = {backend}')
            dist = [('backend', 'backend')]
        if self.chance(0.1):
            dist = []
        if self.chance(0.2):
            dist.insert(self.one_of(0, len(dist)), ('timeout', '1800'))
        written = self.dict(dist, 4)
        if self.chance(0.1):
            lines.append(f'dist = {written}')
            written = 'dist'
        items = [('dist_cfg', written)]
        if self.chance(self.BARE):
            items = []
        if full:
            items.insert(0, ('cudnn_benchmark', 'False'))
            if self.chance(0.5):
                items.append(('mp_cfg', self.dict([('mp_start_method', self.quoted('fork'))], 4)))
        elif self.chance(0.15):
            items.append(('_delete_', 'True'))
        return lines + [f'env_cfg = {self.dict(items)}']

    def wrapper(self, lazy):
        """Lines that set model_wrapper_cfg."""
        if self.chance(0.12):
            return ['model_wrapper_cfg = None']
        kind = self.quoted(self.one_of(*self.WRAPPERS))
        if lazy and self.chance(0.4):
            kind = 'MMDistributedDataParallel'
        items = [('type', kind)] if self.chance(1 - self.BARE) else []
        if self.chance(0.5):
            items.append(('device_ids', self.one_of('None', 'None', '[]', '[0]', '[0, 1]')))
        if self.chance(0.3):
            items.append(('output_device', self.one_of('None', '0')))
        for key in ('broadcast_buffers', 'find_unused_parameters', 'static_graph'):
            if self.chance(0.3):
                items.append((key, self.one_of('True', 'False')))
        if not lazy and self.chance(0.1):
            items.append(('_delete_', 'True'))
        self.random.shuffle(items)
        return [f'model_wrapper_cfg = {self.dict(items)}']

    def settings(self, lazy, rich):
        """Statements of a leaf or of a base that is more than model and data."""
        blocks = []
        if self.chance(0.45 if rich else 0.25):
            blocks.append(self.env_cfg(full=self.chance(0.5)))
        if self.chance(0.35):
            blocks.append(self.wrapper(lazy))
        if self.chance(0.25):
            blocks.append([f'find_unused_parameters = {self.one_of("True", "True", "False")}'])
        if self.chance(0.15):
            blocks.append([f'launcher = {self.quoted(self.one_of("none", "pytorch"))}'])
        if self.chance(0.4):
            blocks.append([self.one_of("work_dir = './work'", 'seed = 3', '# 注释: nccl', "note = 'nccl 🍎'",
                                       'backend_args = None', "vis_backends = [dict(type='LocalVisBackend')]")])
        self.random.shuffle(blocks)
        return [line for block in blocks for line in block]

    def project(self):
        files = {}
        model = ["model = dict(type='TinyNet', depth=18)"]
        data = ["train_dataloader = dict(batch_size=2, sampler=dict(type='DefaultSampler', shuffle=True))",
                'train_cfg = dict(by_epoch=True, max_epochs=1)', "optim_wrapper = dict(type='OptimWrapper')"]
        for style in self.one_of(['classic'], ['classic'], ['lazy'], ['classic', 'lazy']):
            lazy = style == 'lazy'
            prefix = 'lz_' if lazy else ''
            bases = {f'{prefix}model': model, f'{prefix}data': data}
            runtimes = [f'{prefix}runtime{number}' for number in range(self.one_of(0, 1, 1, 2))]
            for runtime in runtimes:
                bases[runtime] = self.env_cfg(full=True) + ["log_level = 'INFO'"]
                if self.chance(0.15):
                    bases[runtime] += self.wrapper(False)
                if self.chance(0.3):
                    self.random.shuffle(bases[runtime])
                    bases[runtime].sort(key=lambda line: line.startswith('env_cfg'))
            if self.chance(0.15):
                bases[f'{prefix}wrapped'] = self.wrapper(False)
            leaves = []
            for number in range(self.one_of(1, 2, 3, 5, 8)):
                name = f'{prefix}leaf{number}'
                if leaves and self.chance(0.35):
                    inherits = [(f'.{self.random.choice(leaves)}', '')]
                else:
                    inherits = [('._base_.' + base, '_base_/') for base in (f'{prefix}model', f'{prefix}data')]
                    if runtimes and self.chance(0.85):
                        inherits.append(('._base_.' + self.random.choice(runtimes), '_base_/'))
                    if f'{prefix}wrapped' in bases and self.chance(0.4):
                        inherits.append((f'._base_.{prefix}wrapped', '_base_/'))
                    if self.chance(0.1):
                        inherits = []
                leaves.append(name)
                files[f'configs/{name}.py'] = self.leaf(lazy, inherits, model + data)
            for name, lines in bases.items():
                files[f'configs/_base_/{name}.py'] = '\n'.join(lines) + '\n'
        ending = self.one_of('\n', '\n', '\n', '\r\n')
        return {name: self.finish(text, ending) for name, text in files.items()}

    def finish(self, text, ending):
        if self.chance(0.1):
            text = text.rstrip('\n')
        if self.chance(0.1):
            text = '# -*- coding: utf-8 -*-\n' + text
        return text.replace('\n', ending).encode()

    def leaf(self, lazy, inherits, whole):
        own = self.settings(lazy, rich=not inherits)
        if not inherits:
            own = whole + own
        lines = []
        if lazy:
            if any('=MMDistributedDataParallel' in line or ': MMDistributedDataParallel' in line for line in own):
                lines.append('from mmengine.model import MMDistributedDataParallel')
            lines.insert(self.one_of(0, len(lines)), 'from mmengine.config import read_base')
            if inherits:
                lines += ['', 'with read_base():']
                lines += [f'    from {module} import *' for module, _ in inherits]
            lines.append('')
        elif inherits:
            paths = [self.quoted('./' + folder + module.rpartition('.')[2] + '.py') for module, folder in inherits]
            lines.append(f'_base_ = {paths[0]}' if len(paths) == 1 and self.chance(0.5)
                         else f'_base_ = [{", ".join(paths)}]')
        if inherits and self.chance(0.15):
            own.append('env_cfg.dist_cfg.backend = \'nccl\'' if lazy else
                       self.one_of("model = dict(depth=50)", "_base_.log_level = 'DEBUG'"))
        return '\n'.join(lines + own) + '\n'


# --- Judging one ---

RIGHT_BACKENDS = ('gloo', 'mpi')
# What Runner.setup_env does without these keys (mmengine/runner/runner.py, utils/dl_utils/setup_env.py).
DEFAULTS = {
    'env_cfg.cudnn_benchmark': False, 'env_cfg.resource_limit': 4096,
    'env_cfg.mp_cfg': {'mp_start_method': 'fork', 'opencv_num_threads': 0},
    'env_cfg.mp_cfg.mp_start_method': 'fork', 'env_cfg.mp_cfg.opencv_num_threads': 0,
}


def has_delete(value):
    """True if a `_delete_` is left in a value."""
    if isinstance(value, dict):
        return '_delete_' in value or any(map(has_delete, value.values()))
    return isinstance(value, (list, tuple)) and any(map(has_delete, value))


def expected_codes(facts, values):
    """The codes that stand for this config on gcu, from its loaded values."""
    env = values.get('env_cfg')
    dist = (env or {}).get('dist_cfg') or {}
    built = [values.get(key) for key in ('model', 'train_dataloader', 'model_wrapper_cfg')]
    codes = {'MM015'} if any(map(has_delete, [*built, dist])) else set()
    if not facts['distributed']:
        return codes
    backend = dist.get('backend')
    if backend is None:
        codes.add('MM102')
    elif str(backend).lower() not in RIGHT_BACKENDS:
        codes.add('MM101')
    wrapper = values.get('model_wrapper_cfg')
    if wrapper is None:
        return codes | {'MM301'}
    if '.' in str(wrapper.get('type')):
        codes.add('MM309')
    if 'device_ids' not in wrapper:
        codes.add('MM302')
    elif wrapper['device_ids']:
        codes.add('MM303')
    output = wrapper.get('output_device')
    if output is not None and (output or 'device_ids' not in wrapper or wrapper['device_ids']):
        codes.add('MM303')  # DDP tests its truth
    finds_itself = 'find_unused_parameters' in wrapper or wrapper.get('static_graph') is True
    if values.get('find_unused_parameters') is True and not finds_itself:
        codes.add('MM307')
    return codes


def allowed(key, before, after):
    """True if the rules are there to make this change; the arguments are values, ABSENT for no key."""
    from judge import ABSENT
    if before is ABSENT and DEFAULTS.get(key, ABSENT) == after:
        return True  # the rest of the block that MM102 writes, where an heir has an env_cfg of its own
    wrong = isinstance(before, str) and before.lower() not in RIGHT_BACKENDS
    last = key.rpartition('.')[2]
    if last == 'backend':  # also of top-level helper variables
        return after == 'gloo' and (wrong or before is ABSENT)
    if key in ('env_cfg', 'env_cfg.dist_cfg', 'dist'):
        inner = after if key != 'env_cfg' else after.get('dist_cfg')
        return before is ABSENT and inner == {'backend': 'gloo'}
    if key == 'model_wrapper_cfg':
        return before in (ABSENT, None) and after.get('device_ids', 0) is None
    if key in ('model_wrapper_cfg.device_ids', 'model_wrapper_cfg.output_device'):
        return after is None
    if last == '_delete_':
        return after is ABSENT  # it was left over
    return key == 'model_wrapper_cfg.type' and '.' in before and after == before.rpartition('.')[2]


class Failed(Exception):
    pass


def mmlint(*arguments, cwd, codes=(0, 1)):
    done = subprocess.run([os.environ['MMLINT'], *arguments], cwd=cwd, capture_output=True, timeout=60,
                          env={**os.environ, 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1'})
    if done.returncode not in codes:
        raise Failed(f'{" ".join(arguments)} ended with {done.returncode}: {done.stderr.decode()}')
    return done.stdout


def codes_of(path, cwd):
    """What `check` finds when this one config is passed: (codes that are judged, others)."""
    out = mmlint('check', '--format', 'json', '--exit-zero', '--root', '.', path, cwd=cwd, codes=(0,))
    # What is found for its heirs alone is theirs.
    codes = [d['code'] for d in json.loads(out)['diagnostics']
             if not d['affects'] or d['affects']['checked']]
    judged = {code for code in codes if code[2] in '13' or code == 'MM015'}
    return judged, {*codes} - judged - {'MM201'}


def write(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    subprocess.run(['git', 'init', '-q'], cwd=folder, check=True)
    subprocess.run(['git', 'config', 'core.autocrlf', 'false'], cwd=folder, check=True)


def read(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob('*.py'))}


def judge_project(files, top, passed):
    """Fixes what is `passed` ('.' or names of files). Raises Failed; returns (configs judged, configs of
    those passed that are still wrong)."""
    from judge import facts, load, walk
    before, after, applied = top / 'before', top / 'after', top / 'applied'
    for folder in (before, after, applied):
        folder.mkdir()
        write(folder, files)
    loaded = {name: load(before / name) for name in files}
    judged = {}
    for name, (values, error) in loaded.items():
        if '_base_' in name:
            continue
        ours, others = codes_of(name, before)
        if error is not None:
            if not ours | others:
                raise Failed(f'{name}: MMEngine raises {error}, mmlint finds nothing')
            continue
        judged[name] = facts(values)
        wanted = expected_codes(judged[name], values) if judged[name]['runnable'] else ours
        if ours != wanted or others:
            raise Failed(f'{name}: check says {sorted(ours | others)}, MMEngine\'s values say {sorted(wanted)}')
    mmlint('fix', *passed, cwd=after)
    diff = mmlint('fix', '--diff', *passed, cwd=applied)
    if diff:
        subprocess.run(['git', 'apply'], cwd=applied, input=diff, check=True)
    if read(after) != read(applied):
        raise Failed('fix and fix --diff | git apply differ')
    for name, content in read(after).items():
        if passed != ['.'] and name not in passed and content != files[name]:
            raise Failed(f'{name} was edited, passed were {passed}')
    if mmlint('fix', '--diff', *passed, cwd=after):
        raise Failed('the second fix changes something')
    wrong = 0
    for name, (values, error) in loaded.items():
        new, new_error = load(after / name)
        if error is not None:
            # A fix may let a config load that did not.
            if new_error is not None and new_error.replace(str(after), '') != error.replace(str(before), ''):
                raise Failed(f'{name}: raised {error}, now {new_error}')
            continue
        if new is None:
            raise Failed(f'{name}: loaded, now raises {new_error}')
        for key, left, right in walk(values, new):
            if not allowed(key, left, right):
                raise Failed(f'{name}: {key} went from {left!r} to {right!r}')
        if name not in judged or not judged[name]['runnable']:
            continue
        now = facts(new)
        left = expected_codes(now, new)
        for key in ('broadcast_buffers', 'find_unused_parameters'):
            if judged[name]['distributed'] and judged[name][key] != now[key]:
                raise Failed(f'{name}: {key} in effect went from {judged[name][key]} to {now[key]}')
        ours, others = codes_of(name, after)
        if ours != left:
            raise Failed(f'{name}: after fix check says {sorted(ours)}, MMEngine\'s values say {sorted(left)}')
        wrong += bool(left) and passed in (['.'], [name])
    return len(judged), wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--count', type=int, default=120)
    parser.add_argument('--allow-wrong', type=float, default=0.0, help='share of configs that fix may leave wrong')
    options = parser.parse_args()
    sys.path.insert(0, str(HERE))
    failures = configs = wrong = 0
    for seed in range(options.seed, options.seed + options.count):
        files = Maker(seed).project()
        with tempfile.TemporaryDirectory(prefix='mmlint-random-') as name:
            try:
                leaves = sorted(path for path in files if '_base_' not in path)
                passed = ['.'] if seed % 3 else random.Random(seed).sample(leaves, min(len(leaves), 1 + seed % 2))
                judged, left = judge_project(files, Path(name).resolve(), sorted(passed))
                configs += judged
                wrong += left
                if left:
                    print(f'seed {seed}: fix leaves {left} of {judged} configs wrong, and check says so')
            except Failed as failure:
                failures += 1
                print(f'seed {seed} FAILED (fix {" ".join(passed)}): {failure}')
                if failures <= 3:
                    for path, content in sorted(files.items()):
                        print(f'--- {path}\n{content.decode()}')
    print(f'{options.count} projects, {configs} configs, {failures} failures, {wrong} configs left wrong')
    sys.exit(1 if failures or wrong > options.allow_wrong * configs else 0)


if __name__ == '__main__':
    reexecute()
    main()
