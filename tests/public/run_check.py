"""`check` on the public packages: it ends well and quickly, names the one place that sets nccl together
with the right number of configs, and has nothing to say where nccl is right."""

import json
import os
import sys
from collections import Counter
from pathlib import Path

import harness
import oracle
import origins
import packages

SECONDS = 2
ATTEMPTS = 3
RIGHT_TARGETS = ('rocm', 'cuda')
TOOLS_TARGETS = ('gcu', 'npu')
RIGHT_EVERYWHERE = ('MM571', 'MM602')  # rules that are about no device
VERDICTS = Path(os.environ['MMLINT_SOURCE']) / 'tests/verdicts'


def main():
    failures = harness.Failures('public-check')
    for name, folder in packages.packages().items():
        folder = folder.resolve()
        diagnostics, elapsed = harness.check(folder)
        if harness.timings_count():
            for _ in range(ATTEMPTS - 1):  # other suites may run at the same time
                if elapsed >= SECONDS:
                    elapsed = harness.check(folder)[1]
            failures.expect(elapsed < SECONDS, f'{name}: check took {elapsed:.1f} s')
        compare_counts(name, expected_origins(name, folder, failures), diagnostics, failures)
        codes = Counter(diagnostic['code'] for diagnostic in diagnostics)
        # Authors of these packages meant what they wrote: no hazard may be found there.
        for diagnostic in diagnostics:
            failures.expect(not 'MM014' <= diagnostic['code'] <= 'MM031',
                            f'{name}: {place(diagnostic)} {diagnostic["code"]} {diagnostic["message"]}')
        print(f'{name:12} gcu: ' + ', '.join(f'{code} {count}' for code, count in sorted(codes.items())))
        listed = read_verdicts(name, folder, failures)
        for target in RIGHT_TARGETS:
            compare_verdicts(name, target, harness.check(folder, target)[0], listed, failures)
    for name, folder in packages.tools().items():
        compare_tools(name, folder.resolve(), failures)
    return failures.finish()


def compare_tools(name, folder, failures):
    """What is found in the scripts and launchers of a package is true, each for a reason; where CUDA works,
    nothing is wrong with them."""
    path = VERDICTS / f'{name}-tools.json'
    reasons = {}
    for entry in json.loads(path.read_text()) if path.exists() else []:
        failures.expect(entry['verdict'] == 'true' and entry['reason'], f'{path.name}: {entry} is no verdict')
        for target in entry['targets']:
            failures.expect(target not in RIGHT_TARGETS or entry['code'] in RIGHT_EVERYWHERE,
                            f'{path.name}: {entry["code"]} has no business on {target}')
            reasons.update({(target, entry['code'], place): entry['reason'] for place in entry['places']})
    found = Counter()
    for target in TOOLS_TARGETS + RIGHT_TARGETS:
        for diagnostic in harness.check(folder, target)[0]:
            if 'MM500' < diagnostic['code'] < 'MM700':  # of the configs among them nothing is new
                found[target, diagnostic['code'], place(diagnostic)] += 1
    for key in sorted(found.keys() ^ reasons.keys()):
        what = 'is found and not listed' if key in found else 'is listed and not found'
        failures.add(f'{name}, {key[0]}: {key[2]} {key[1]} {what} in {path.name}')
    print(f'{name:12} tools: ' + ', '.join(f'{code} {count}' for code, count in sorted(
        Counter(code for target, code, _ in found if target == 'gcu').items())))


def read_verdicts(name, folder, failures):
    """(code, path, line) of every finding that somebody looked at; what MMEngine is said to raise on such
    a config, it raises."""
    path = VERDICTS / f'{name}.json'
    listed = {}
    for entry in json.loads(path.read_text()) if path.exists() else []:
        code, where, raises = entry['code'], entry['path'], entry.get('raises')
        listed[code, where, entry['line']] = entry
        failures.expect(entry['verdict'] == 'true' and entry['reason'],
                        f'{path.name}: {where} {code}: a finding that is not true is a bug, one without a reason a guess')
        answer = oracle.of_package(name, folder)[where]
        failures.expect(raises == answer.get('error'),
                        f'{path.name}: {where} {code}: raises {raises}, but for MMEngine {harness.short(answer)}')
    return listed.keys()


def compare_verdicts(name, target, diagnostics, listed, failures):
    """What is found where nearly everything is right is looked at by hand, one by one, in tests/verdicts.
    Rules that are off by default are not part of it; of those about the Runner tests/e2e/contract_test.py asks MMEngine."""
    found = {(d['code'], d['path'], d['line']) for d in diagnostics if d['code'] < 'MM800'}
    for code, where, line in sorted(found ^ listed):
        what = 'is found and not listed' if (code, where, line) in found else 'is listed and not found'
        failures.add(f'{name}, {target}: {where}:{line} {code} {what} in {name}.json')
    for code, where, line in sorted(found):
        failures.expect(code < 'MM100' or code in ('MM307', 'MM309'),
                        f'{name}, {target}: {where}:{line} {code} has no business there')


def expected_origins(name, folder, failures):
    """How many configs of a package MMEngine loads with nccl, by the place where that is written."""
    counts = Counter()
    for path, answer in oracle.of_package(name, folder).items():
        if not answer['ok']:
            continue
        backend = ((answer['config'].get('env_cfg') or {}).get('dist_cfg') or {}).get('backend')
        origin = origins.backend_origin(folder / path)
        if not failures.expect((origin and origin[2]) == backend,
                               f'{name}/{path}: this test finds {origin}, MMEngine {backend}'):
            continue
        if backend == 'nccl':
            counts[harness.relative(origin[0], folder), origin[1]] += 1
    failures.expect(counts, f'{name}: no config with nccl')
    return counts


def compare_counts(name, expected, diagnostics, failures):
    found = Counter()
    for diagnostic in diagnostics:
        if diagnostic['code'] == 'MM101':
            where = diagnostic['path'], diagnostic['line']
            failures.expect(where not in found, f'{name}: {place(diagnostic)} is reported twice')
            found[where] = diagnostic['affects']['count']
    for (path, line), count in sorted((expected | found).items()):
        failures.expect(found[path, line] == expected[path, line],
                        f'{name}: {path}:{line} affects {found[path, line]} configs, '
                        f'for MMEngine {expected[path, line]}')
        print(f'{name:12} nccl at {path}:{line} reaches {count} configs')


def place(diagnostic):
    return f'{diagnostic["path"]}:{diagnostic["line"]}'


if __name__ == '__main__':
    sys.exit(main())
