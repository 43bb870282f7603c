"""`fix` on copies of the public packages, judged by MMEngine: what had nccl has gloo and a wrapper without
device ids, every other value is what it was, and the files keep every byte that no edit speaks of."""

import difflib
import io
import json
import shutil
import sys
import tokenize
from pathlib import Path

import harness
import oracle
import origins
import packages

EDITED_AT_MOST = 70  # files; 65 are needed, in the leaves it would be over two thousand
BACKEND = 'env_cfg.dist_cfg.backend'
BLOCK = {'cudnn_benchmark': False, 'mp_cfg': {'mp_start_method': 'fork', 'opencv_num_threads': 0},
         'dist_cfg': {'backend': 'gloo'}, 'resource_limit': 4096}
# A line may only go if an edit replaced it, and then it spoke of one of these.
EDITABLE = ('backend', 'device_ids', 'output_device', 'model_wrapper_cfg', 'MMDistributedDataParallel',
            'MMSeparateDistributedDataParallel')


def main():
    failures = harness.Failures('public-fix')
    edited = 0
    with harness.scratch() as temporary:
        for name, folder in packages.packages().items():
            copy = Path(temporary).resolve() / name
            shutil.copytree(folder / 'configs', copy / 'configs')
            before = contents(copy)
            fix(copy)
            after = contents(copy)
            changed = sorted(path for path in before if before[path] != after.get(path))
            failures.expect(before.keys() == after.keys(), f'{name}: files came or went')
            failures.expect(changed, f'{name}: nothing was fixed')
            fix(copy)
            failures.expect(contents(copy) == after, f'{name}: a second fix changes something')
            for path in changed:
                for text in damage(before[path], after[path]):
                    failures.add(f'{name}/{path}: {text}')
            gloo = compare_values(name, folder, copy, failures)
            edited += len(changed)
            print(f'{name:12} {len(changed)} files edited, {gloo} runnable configs went from nccl to gloo')
    print(f'{"together":12} {edited} files edited')
    failures.expect(edited <= EDITED_AT_MOST, f'{edited} files edited, not at most {EDITED_AT_MOST}')
    return failures.finish()


def fix(folder, *more):
    return harness.mmlint('fix', folder, '--root', folder, '--target', 'gcu', *more)[0]


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob('*')) if path.is_file()}


def damage(before, after):
    """What an edit of a Python file has done beyond replacing values and inserting text."""
    old, new = before.decode().splitlines(keepends=True), after.decode().splitlines(keepends=True)
    for kind, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for line in old[i:j] if kind in ('replace', 'delete') else []:
            word = any(word in line for word in EDITABLE)
            gone_import = line.startswith(('from ', 'import '))
            if not (word or gone_import):
                yield f'lost the line {line!r}'
        if kind == 'delete' and not all(line.startswith(('from ', 'import ')) for line in old[i:j]):
            yield f'deleted lines {i + 1} to {j}'
        if kind == 'replace' and m - k < j - i:
            yield f'lines {i + 1} to {j} became fewer'
    if comments(before) != comments(after):
        yield 'comments changed'
    if b'\r\n' not in before and b'\r' in after:
        yield 'line ends changed'


def comments(content):
    tokens = tokenize.tokenize(io.BytesIO(content).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def without_root(answers, folder):
    """Answers in which the name of the folder is the same for every copy."""
    return json.loads(json.dumps(answers).replace(str(folder), '<root>'))


def compare_values(name, folder, copy, failures):
    """Returns how many runnable configs went from nccl to gloo."""
    before = without_root(oracle.of_package(name, folder), folder)
    after = without_root(oracle.of_folder(copy), copy)
    inherited = origins.inherited_files(folder)
    gloo = 0
    for path, old in before.items():
        where, new = f'{name}/{path}', after[path]
        if not old['ok'] or not new['ok']:
            failures.expect(old == new, f'{where}: {harness.short(old)} became {harness.short(new)}')
            continue
        old, new = old['config'], new['config']
        for key, left, right in harness.differences(old, new):
            failures.expect(is_intended(key, left, right),
                            f'{where}: {key} went from {harness.short(left)} to {harness.short(right)}')
        is_base = any(part.startswith('_base_') for part in Path(path).parts)
        if not oracle.is_runnable(old) or (is_base and folder / path in inherited):
            continue
        if old.get('launcher') == 'none':
            continue
        gloo += backend_of(old) == 'nccl'
        failures.expect(backend_of(new) == 'gloo', f'{where}: the backend is {backend_of(new)}')
        wrapper = new.get('model_wrapper_cfg')
        failures.expect(harness.canonical(wrapper) == harness.canonical(expected_wrapper(old)),
                        f'{where}: the wrapper is {harness.short(wrapper)}, '
                        f'not {harness.short(expected_wrapper(old))}')
    return gloo


def is_intended(key, before, after):
    if key == BACKEND:
        return after == 'gloo'
    if key == 'env_cfg.dist_cfg':
        return before is harness.ABSENT and after == {'backend': 'gloo'}
    if key == 'env_cfg':
        return before is harness.ABSENT and after == BLOCK
    return key.split('.')[0] == 'model_wrapper_cfg'


def backend_of(config):
    """What Runner.setup_env hands to init_dist (mmengine/runner/runner.py)."""
    env = config.get('env_cfg', {'dist_cfg': {'backend': 'nccl'}})
    return (env.get('dist_cfg') or {}).get('backend', 'nccl')


def expected_wrapper(config):
    """The wrapper that keeps what Runner.wrap_model does with this config, but for the device ids it
    fills in: without a wrapper it passes broadcast_buffers=False and the top-level
    find_unused_parameters; with one, what is left out has torch's defaults."""
    wrapper = config.get('model_wrapper_cfg')
    if wrapper is None:
        return {'type': 'MMDistributedDataParallel', 'device_ids': None, 'output_device': None,
                'find_unused_parameters': config.get('find_unused_parameters', False),
                'broadcast_buffers': False}
    expected = {**wrapper, 'device_ids': wrapper.get('device_ids') or None}
    if 'output_device' in wrapper:
        expected['output_device'] = None
    if 'type' in wrapper:
        expected['type'] = wrapper['type'].rpartition('.')[2]
    return expected


if __name__ == '__main__':
    sys.exit(main())
