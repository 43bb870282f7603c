"""Runs a fuzz target: --configs, --scripts, --launchers, --fix, --why, --rules or --logs.

    fuzz_test.py --KIND replay BINARY                  every seed, every mutant and every input of the corpus, once
    fuzz_test.py --KIND short BINARY                   fuzzes for a short time; nothing may be found
    fuzz_test.py --KIND planted BINARY PLANTED         fuzzes a build with a planted fault, which must be found
    fuzz_test.py --KIND long BINARY FOLDER [OPTION...] fuzzes with libFuzzer's options; FOLDER keeps what is found
    fuzz_test.py --KIND keep BINARY FOLDER             makes the corpus of the repository out of FOLDER

scripts/fuzz calls the last two.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import config_seeds
import fix_seeds
import launch_seeds
import log_seeds
import rules_seeds
import script_seeds
import why_seeds

SOURCE = Path(os.environ['MMLINT_SOURCE'])
ENVIRONMENT = {'ASAN_OPTIONS': 'malloc_context_size=2:quarantine_size_mb=32', **os.environ}  # twice as fast
# Without the bookkeeping of rare features, which takes two thirds of the time with a corpus as large as this.
# One change after the other upon the same text seldom leaves valid Python, so each mutant is one step away.
LIMITS = ('-timeout=60', '-rss_limit_mb=3000', '-malloc_limit_mb=300', '-entropic=0', '-mutate_depth=1')
PLANTED_RUNS = 400_000  # of each fuzzer; a tenth finds it
PLANTED_SECONDS = 540   # only for a machine on which so many take longer
PLANTED_HANG = 10


class Kind:
    """A fuzz target; of the inputs that reach everything its corpus has at most `most`."""

    def __init__(self, name, inputs, most):
        self.inputs, self.corpus, self.most = inputs, SOURCE / f'fixtures/fuzz/{name}.zip', most

    def limits(self):
        return *LIMITS, f'-max_len={self.inputs.LARGEST}'

    def unpack(self, folder):
        """The inputs of the repository, as folders `seeds` and `corpus`, and the words to put in."""
        count = config_seeds.write(self.inputs.inputs(SOURCE), self.inputs.LARGEST, folder / 'seeds')
        (folder / 'corpus').mkdir(exist_ok=True)
        if self.corpus.exists():
            with zipfile.ZipFile(self.corpus) as archive:
                archive.extractall(folder / 'corpus')
        config_seeds.write_dictionary(self.inputs.words(), folder / 'words')
        (folder / 'found').mkdir(exist_ok=True)
        if hasattr(self.inputs, 'mutants'):
            config_seeds.write(self.inputs.mutants(SOURCE), 2 * self.inputs.LARGEST, folder / 'mutants')
        print(f'{count} seeds, {len(list((folder / "corpus").iterdir()))} inputs in the corpus')

    def fuzzer(self, binary, folder, *options):
        return [binary, *self.limits(), f'-dict={folder}/words', '-print_final_stats=1', f'-artifact_prefix={folder}/',
                *options, folder / 'found', folder / 'seeds', folder / 'corpus']


KINDS = {f'--{name}': Kind(name, *rest) for name, *rest in (
    ('configs', config_seeds, 2000), ('why', why_seeds, 1000), ('rules', rules_seeds, 1000),
    ('logs', log_seeds, 300),
    # These are judged and fixed, which takes long in the sanitizer build.
    ('scripts', script_seeds, 300), ('launchers', launch_seeds, 300), ('fix', fix_seeds, 300))}
SHORT_SECONDS = 10


def run(*command):
    return subprocess.run(list(map(str, command)), env=ENVIRONMENT, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, errors='replace')


def replay(kind, binary, folder):
    parts = [folder / part for part in ('seeds', 'corpus', 'mutants')]
    inputs = sorted(path for part in parts if part.exists() for path in part.iterdir())
    done = run(binary, *inputs)
    print(done.stdout.strip()[-3000:])
    if done.returncode == 0:
        return 0
    for path in inputs:
        if run(binary, path).returncode != 0:
            print(f'it is {path.parent.name}/{path.name}:\n{path.read_bytes()!r}')
            return 1
    print('all inputs together fail, none does alone')
    return 1


def short(kind, binary, folder):
    done = run(*kind.fuzzer(binary, folder, f'-max_total_time={SHORT_SECONDS}', '-seed=1'))
    print(f'{executions(done)} executions')
    if done.returncode != 0:
        for path in folder.iterdir():
            if path.is_file() and path.name != 'words':
                print(f'{path.name}: {path.read_bytes()!r}')
        print(done.stdout[-6000:])
    return done.returncode


def planted(kind, binary, faulty, folder):
    """One fuzzer for each core, until one finds an input that the build without the fault passes."""
    workers = os.cpu_count() or 1
    commands = [kind.fuzzer(faulty, folder, f'-runs={PLANTED_RUNS}', f'-max_total_time={PLANTED_SECONDS}',
                       f'-timeout={PLANTED_HANG}', f'-seed={number}', '-verbosity=0') for number in range(1, workers + 1)]
    start = time.monotonic()
    running = [subprocess.Popen(list(map(str, command)), env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL) for command in commands]
    found = []
    while not found and any(process.poll() is None for process in running):
        time.sleep(0.1)
        found = [path for path in folder.iterdir() if path.name.startswith(('crash-', 'timeout-', 'oom-'))]
    seconds = time.monotonic() - start
    for process in running:
        process.kill()
        process.wait()
    if not found:
        print(f'the planted fault was not found in {seconds:.0f} seconds')
        return 1
    print(f'found after {seconds:.0f} seconds: {found[0].read_bytes()!r}')
    done = run(binary, found[0])
    if done.returncode != 0:
        print(f'that is a fault without the planted one as well:\n{done.stdout[-3000:]}')
    return done.returncode


def executions(done):
    found = re.search(r'stat::number_of_executed_units: (\d+)', done.stdout)
    return found[1] if found else '?'


def keep(kind, binary, folder):
    """The corpus becomes what reaches what the seeds do not reach already, or an even part of it."""
    with tempfile.TemporaryDirectory(prefix='mmlint-fuzz-') as temporary:
        chosen = Path(temporary)
        done = run(binary, *kind.limits(), '-set_cover_merge=1', chosen, folder / 'seeds', folder / 'found',
                   folder / 'corpus')
        if done.returncode != 0:
            print(done.stdout[-3000:])
            return done.returncode
        ours = {path.read_bytes() for path in (folder / 'seeds').iterdir()}
        texts = sorted(text for path in chosen.iterdir() if (text := path.read_bytes()) not in ours)
    texts = texts[::-(-len(texts) // kind.most) or 1]
    kind.corpus.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(kind.corpus, 'w') as archive:
        for number, text in enumerate(texts):
            archive.writestr(zipfile.ZipInfo(f'{number:04}'), text, zipfile.ZIP_DEFLATED, 9)
    print(f'{len(texts)} inputs, {sum(map(len, texts))} bytes, kept in {kind.corpus}')
    return 0


def main():
    name, what, binary, *more = sys.argv[1:]
    kind = KINDS[name]
    if what in ('long', 'keep'):
        folder, *options = more
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        kind.unpack(folder)
        if what == 'keep':
            return keep(kind, binary, folder)
        return subprocess.run(list(map(str, kind.fuzzer(binary, folder, *options))), env=ENVIRONMENT).returncode
    with tempfile.TemporaryDirectory(prefix='mmlint-fuzz-') as temporary:
        kind.unpack(Path(temporary))
        return {'replay': replay, 'short': short, 'planted': planted}[what](kind, binary, *more, Path(temporary))


if __name__ == '__main__':
    sys.exit(main())
