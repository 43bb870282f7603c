"""`port` on public configs of both styles, judged by MMEngine: the new config differs from the old one in
exactly the keys that port names, `check` has nothing to say of it, and no other file is touched."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import harness
import oracle
import packages

TARGET = 'gcu'
EACH = 5  # configs of each package and style, or a few more
HAZARDS = re.compile(r'MM0\d\d')  # stand in the config or its bases, which port leaves alone


def main():
    failures = harness.Failures('port')
    ported = 0
    with harness.scratch() as temporary:
        root = Path(temporary).resolve()
        for name, folder in packages.packages().items():
            copy = root / name
            shutil.copytree(folder / 'configs', copy / 'configs')
            runnable = [path for path, answer in oracle.of_package(name, folder).items()
                        if answer['ok'] and oracle.is_runnable(answer['config'])]
            ported += port_some(name, copy, some(runnable), failures)
            lazy = root / f'{name}_lazy'
            ported += port_some(f'{name}, lazy', lazy, flatten(copy, some(runnable), lazy), failures)
    failures.expect(ported >= 7 * len(packages.chosen()), f'only {ported} configs were tried')
    return failures.finish()


def some(paths):
    return sorted(paths)[::max(1, len(paths) // EACH)]


def flatten(copy, paths, folder):
    """Writes the configs as lazy ones: their values under an import, and a leaf; returns the leaves."""
    (folder / 'base').mkdir(parents=True)
    for number, path in enumerate(paths):
        text = harness.mmlint('show', copy / path)[0]
        (folder / 'base' / f'flat_{number}.py').write_text(f'from mmengine.dist import get_rank\n\n{text}')
        (folder / f'leaf_{number}.py').write_bytes(
            'from mmengine.config import read_base\r\n\r\nwith read_base():\r\n'
            f'    from .base.flat_{number} import *\r\n\r\nwork_dir = None  # 训练\r\n'.encode())
    return [f'leaf_{number}.py' for number in range(len(paths))]


def port_some(what, copy, chosen, failures):
    """Ports configs of a project; returns how many."""
    old = dict(zip(chosen, [answer['config'] for answer in oracle.ask([copy / path for path in chosen])]))
    before = contents(copy)
    runs = {}
    for number, path in enumerate(chosen):
        out = (copy / path).with_name(f'{number} 端口.py')
        runs[path] = out, *port(copy / path, out)
    after = contents(copy)
    new = {out.relative_to(copy).as_posix() for out, *_ in runs.values()}
    for path in before.keys() | after.keys():
        ours = path in new or path.endswith('_process_group.py')
        failures.expect(ours or before.get(path) == after.get(path), f'{what}: {path} was touched')
    answers = oracle.ask([out for out, *_ in runs.values()])
    left_over = set()
    for (path, (out, code, text)), answer in zip(runs.items(), answers):
        where = f'{what}: {path}'
        if not failures.expect(answer['ok'], f'{where}: MMEngine refuses the result: {harness.short(answer)}'):
            continue
        real = {key for key, *_ in harness.differences(old[path], answer['config'])}
        failures.expect(real == declared(text), f'{where}: declared {sorted(declared(text) ^ real)} wrongly')
        failures.expect(real, f'{where}: nothing was ported')
        left = codes_of(text)
        left_over |= left
        failures.expect(not [code for code in left if not HAZARDS.fullmatch(code)], f'{where}: left {left}')
        failures.expect((code == 0) == (not left), f'{where}: exit code {code}, left {left}')
        checked = harness.mmlint('check', out, '--root', copy, '--target', TARGET)[0]
        failures.expect(codes_of(checked) == left, f'{where}: check finds {codes_of(checked)}, port left {left}')
        failures.expect('MM201' not in checked, f'{where}: no process group')
        again = out.read_bytes()
        failures.expect(port(copy / path, out)[0] == 2 and out.read_bytes() == again, f'{where}: overwritten')
        forced = port(copy / path, out, '--force')
        failures.expect(forced[0] == code and out.read_bytes() == again, f'{where}: another result with --force')
    failures.expect(contents(copy) == after, f'{what}: a second run leaves other files')
    print(f'{what:18} {len(chosen)} configs ported; left: {", ".join(sorted(left_over)) or "nothing"}')
    return len(chosen)


def port(config, out, *more):
    """(exit code, standard output)"""
    command = [os.environ['MMLINT'], 'port', str(config), '-o', str(out), '--target', TARGET,
               '--python-path', str(packages.site()), *more]
    done = subprocess.run(command, env=harness.ENVIRONMENT, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout


def declared(text):
    return set(re.findall(r'^  (\S+): .* -> ', text, re.M))


def codes_of(text):
    return set(re.findall(r'^(?:error|warning)\[(MM\d+)\]', text, re.M))


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob('*')) if path.is_file()}


if __name__ == '__main__':
    sys.exit(main())
