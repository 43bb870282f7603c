"""Real training as the judge: MMEngine on PyTorch, two gloo ranks, a train script that knows nothing of
the device. The configs of `project` train; each case puts faults into a copy of them. Then training must
fail with the error that mmlint predicts, and after `mmlint fix --unsafe` it must be the training that the
project has without faults.

    run_e2e.py [CASE...]     only these cases
"""

import concurrent.futures
import dataclasses
import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'public'))

import environment  # noqa: E402
import harness  # noqa: E402
import ranks  # noqa: E402

RUNTIME, MODEL, LEAF = 'configs/_base_/runtime.py', 'configs/_base_/toy.py', 'configs/toy.py'
LAZY_RUNTIME, LAZY_LEAF = 'lazy/_base_/runtime.py', 'lazy/toy.py'
WRAPPER = """\
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
"""
SPARE_HEAD = (MODEL, "dict(type='BN')", "dict(type='BN'), spare_head=True")

UNUSED = 'Expected to have finished reduction in the prior iteration'
INJECTED = 'got device_ids [{rank}], output_device None'

# Where a module makes the process group, and has arguments of its own for it, nobody reads dist_cfg.
READ_BY_INIT_DIST = {'MM101', 'MM102', 'MM105'}


@dataclasses.dataclass
class Case:
    name: str
    codes: list  # of the rules that must fire, and no others, in the order in which their errors come
    faults: list  # (file, text in it, what to write instead)
    error: str = ''  # more of the first error than mmlint can know
    leaf: str = LEAF
    changes: tuple = ()  # to the project, before the faults: what the case is about, and no fault
    one_by_one: bool = False  # the faults are fixed in the order of their errors
    port: bool = False  # instead of `fix`
    # As MMEngine would have wrapped the model.
    broadcast_buffers: bool = False
    find_unused_parameters: bool = False


ECCL, SYNC_BN = (RUNTIME, "'gloo'", "'eccl'"), (MODEL, "'BN'", "'SyncBN'")
NO_GROUP = (RUNTIME, "'toy', 'toy.process_group'", "'toy'")
NO_WRAPPER = (RUNTIME, WRAPPER, '')
AMP = [(RUNTIME, "'OptimWrapper'", "'AmpOptimWrapper', loss_scale='dynamic'"),
       (LEAF, 'launcher', "optim_wrapper = dict(dtype='float16')\nlauncher")]
IN_BASES = [ECCL, (RUNTIME, ', device_ids=None', ''), SYNC_BN]
EVERYTHING = [NO_GROUP, (RUNTIME, "backend='gloo'", "backend='eccl', type='gloo'"), NO_WRAPPER, SYNC_BN, *AMP]

LAZY_CLASS = [(LAZY_RUNTIME, "type='MMDistributedDataParallel'", 'type=MMDistributedDataParallel'),
              (LAZY_RUNTIME, 'from mmengine.optim', 'from mmengine.model import MMDistributedDataParallel\n'
                                                    'from mmengine.optim')]
LAZY_AMP = [(LAZY_RUNTIME, 'type=OptimWrapper', "type=AmpOptimWrapper, loss_scale='dynamic'"),
            (LAZY_RUNTIME, 'import OptimWrapper', 'import AmpOptimWrapper')]
LAZY_EVERYTHING = [
    (LAZY_LEAF, "__import__('toy.gloo')\n", ''), (LAZY_RUNTIME, "'gloo'", "'nccl'"), *LAZY_CLASS,
    (LAZY_RUNTIME, ', device_ids=None', ''), (LAZY_LEAF, "'BN'", "'SyncBN'"), *LAZY_AMP]

ALL = ['MM201', 'MM105', 'MM101', 'MM301', 'MM401', 'MM402']
ALL_LAZY = ['MM201', 'MM101', 'MM309', 'MM302', 'MM401', 'MM402']

CASES = [
    Case('eccl', ['MM101'], [ECCL]),
    Case('nccl', ['MM101'], [(RUNTIME, "'gloo'", "'nccl'")]),
    Case('no wrapper', ['MM301'], [NO_WRAPPER], INJECTED),
    Case('no device_ids', ['MM302'], [(RUNTIME, ', device_ids=None', '')], INJECTED),
    Case('no device_ids and no flags', ['MM302'],
         [(RUNTIME, ', device_ids=None, broadcast_buffers=False', '')], INJECTED, broadcast_buffers=True),
    Case('device_ids', ['MM303'], [(RUNTIME, 'device_ids=None', 'device_ids=[0]')],
         'got device_ids [0], output_device None'),
    Case('output_device', ['MM303'], [(RUNTIME, 'device_ids=None', 'device_ids=None, output_device=1')],
         'got device_ids None, output_device 1'),
    Case('device_ids and output_device', ['MM303'],
         [(RUNTIME, 'device_ids=None', 'device_ids=[0], output_device=0')],
         'got device_ids [0], output_device 0'),
    Case('SyncBN', ['MM401'], [SYNC_BN]),
    Case('AMP', ['MM402'], AMP),
    Case('unknown key', ['MM105'], [(RUNTIME, "backend='gloo'", "backend='gloo', type='gloo'")]),
    Case('unknown key for the backend', ['MM105', 'MM102'], [(RUNTIME, "backend='gloo'", "type='gloo'")]),
    Case('gloo alone', ['MM201'], [NO_GROUP]),
    Case('nccl without a group', ['MM201', 'MM101'], [NO_GROUP, (RUNTIME, "'gloo'", "'nccl'")]),
    Case('lazy class', ['MM309'], LAZY_CLASS, leaf=LAZY_LEAF),
    Case('lazy AMP', ['MM402'], LAZY_AMP, leaf=LAZY_LEAF),
    Case('bases', ['MM101', 'MM302', 'MM401'], IN_BASES),
    Case('one by one', ['MM101', 'MM302', 'MM401'], IN_BASES, one_by_one=True),
    Case('unused parameters', ['MM301'],
         [NO_WRAPPER, (LEAF, 'launcher', 'find_unused_parameters = True\nlauncher')],
         INJECTED, changes=(SPARE_HEAD,), find_unused_parameters=True),
    Case('everything', ALL, EVERYTHING, one_by_one=True),
    Case('everything, ported', ALL, EVERYTHING, port=True),
    Case('everything lazy', ALL_LAZY, LAZY_EVERYTHING, leaf=LAZY_LEAF),
    Case('everything lazy, ported', ALL_LAZY, LAZY_EVERYTHING, leaf=LAZY_LEAF, port=True),
]


class Wrong(Exception):
    """What is wrong with a case."""


def expect(condition, text):
    if not condition:
        raise Wrong(text)


def replace(folder, file, old, new):
    text = (folder / file).read_text()
    expect(text.count(old) == 1, f'{file} holds {old!r} {text.count(old)} times')
    (folder / file).write_text(text.replace(old, new))


class Judge:
    """Runs trainings, and knows what they must come to."""

    def __init__(self, folder):
        self.folder, self.python = Path(folder), environment.python()
        self.weights = {}  # of the project without faults, by what was changed in it

    def project(self, name, *edits):
        folder = self.folder / name.replace(' ', '-')
        shutil.copytree(HERE / 'project', folder)
        for edit in edits:
            replace(folder, *edit)
        return folder

    def train(self, folder, config=LEAF):
        return ranks.train(self.python, folder, config)

    def trained(self, folder, config=LEAF):
        """The reports of a training that must succeed."""
        done = self.train(folder, config)
        for number, rank in enumerate(done):
            expect(rank.code == 0 and rank.report, f'rank {number} of {config} ended with {rank.code}: '
                                                   f'{rank.error or rank.output[-2000:]}')
        return [rank.report for rank in done]

    def fails(self, folder, config, errors, more=''):
        """A training that must fail on every rank, each with one of these errors, which says `more`."""
        for number, rank in enumerate(self.train(folder, config)):
            said = any(error in rank.error for error in errors) and more.format(rank=number) in rank.error
            expect(rank.code == 1 and said,
                   f'rank {number} of {config} ended with {rank.code}, not with one of {errors} {more}: '
                   f'{rank.error or rank.output[-2000:]}')

    def learn(self, name, changes, *settings):
        """Trains the project without faults (`settings` are what the changes need): together, and each
        rank alone on its share of the data. What the ranks come to must be the same in the first
        training and different everywhere else, else the weights prove nothing."""
        folder = self.project(name, *changes, *settings)
        (folder / 'configs' / 'alone.py').write_text("_base_ = './toy.py'\nlauncher = 'none'\n")
        one, other = (report['weights'] for report in self.trained(folder))
        alone = [report['weights'] for report in self.trained(folder, 'configs/alone.py')]
        expect(one == other and len({one, *alone}) == 3, f'together {one}, {other}, alone {alone}')
        self.weights[changes] = one

    def judge(self, case):
        folder = self.project(case.name, *case.changes, *case.faults)
        if case.port:
            self.announced(folder, case, case.codes)
            self.as_without_faults(folder, self.port(folder, case))
            return
        left = list(case.codes)
        while order := self.announced(folder, case, left):
            self.fix(folder, case, *(('--select', order[0]) if case.one_by_one else ()))
            left = [code for code in left if case.one_by_one and code != order[0]]
        self.as_without_faults(folder, case)
        if left:  # in what no run reads any more
            self.fix(folder, case)
            self.announced(folder, case, [])
            self.as_without_faults(folder, case)
        if case.find_unused_parameters:
            replace(folder, RUNTIME, 'find_unused_parameters=True', 'find_unused_parameters=False')
            self.fails(folder, case.leaf, [UNUSED])

    def port(self, folder, case):
        """A config beside the faulty one, which stays as it is; `check` is content with it."""
        leaf, before = folder / case.leaf, (folder / case.leaf).read_bytes()
        out = leaf.with_name('ported.py')
        harness.mmlint('port', leaf, '--root', folder, '--target', 'cpu', '-o', out, codes=(0,))
        expect(leaf.read_bytes() == before, f'port has changed {case.leaf}')
        report = self.check(folder, out, 'cpu')
        errors = [finding for finding in report['diagnostics'] if finding['severity'] == 'error']
        expect(not errors and not report['failures'], f'{out.read_text()}\n{errors} {report["failures"]}')
        return dataclasses.replace(case, leaf=out.relative_to(folder).as_posix())

    def as_without_faults(self, folder, case):
        wanted = dict(model='MMDistributedDataParallel', steps=2, backend='gloo',
                      weights=self.weights[case.changes], device_ids=None, output_device=None,
                      broadcast_buffers=case.broadcast_buffers,
                      find_unused_parameters=case.find_unused_parameters)
        for number, report in enumerate(self.trained(folder, case.leaf)):
            expect(report == wanted, f'rank {number} reports {report}, not {wanted}')

    def announced(self, folder, case, codes):
        """The rules in the order in which `check` says that their errors come. It finds `codes` and no
        others, announces those that a run reaches, and training dies with the first error."""
        group_made = 'MM201' in set(case.codes) - set(codes)
        reached = [code for code in codes if not (group_made and code in READ_BY_INIT_DIST)]
        for target in ('gcu', 'cpu'):
            report = self.check(folder, (folder / case.leaf).parent, target)
            found = {finding['code'] for finding in report['diagnostics'] if finding['severity'] == 'error'}
            order = [code for failure in report['failures'] for code in failure['codes']]
            expect(found == set(codes) and order == reached,
                   f'check on {target} finds {found}, to fail as {order}, not {codes} as {reached}')
        if order:
            more = case.error if codes == case.codes else ''
            self.fails(folder, case.leaf, report['failures'][0]['errors'], more)
        return order

    def check(self, folder, path, target):
        command = ('check', path, '--root', folder, '--target', target, '--format', 'json')
        return json.loads(harness.mmlint(*command)[0])

    def fix(self, folder, case, *options):
        """`fix --unsafe`, which must do the same for gcu as for the CPU that we train on, but for the
        name of the target in a new module."""
        command = ('fix', (folder / case.leaf).parent, '--root', folder, '--unsafe', *options)
        cpu, gcu = (harness.mmlint(*command, '--target', target, '--diff')[0] for target in ('cpu', 'gcu'))
        gcu = gcu.replace('makes the process group for gcu.', 'makes the process group for cpu.')
        expect(cpu == gcu, f'fixed for cpu:\n{cpu}\nfixed for gcu:\n{gcu}')
        harness.mmlint(*command, '--target', 'cpu')


def outcome(name, function, *arguments):
    try:
        function(*arguments)
    except Wrong as wrong:
        return f'{name}: {wrong}'
    print(f'{name}: as expected', flush=True)
    return None


def main():
    names = sys.argv[1:]
    cases = [case for case in CASES if not names or case.name in names]
    if unknown := set(names) - {case.name for case in cases}:
        sys.exit(f'no such case: {", ".join(sorted(unknown))}')
    failures = harness.Failures('e2e')
    with harness.scratch() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        judge = Judge(folder)
        learn = [pool.submit(outcome, 'without faults', judge.learn, 'good', ()),
                 pool.submit(outcome, 'with a spare head', judge.learn, 'spare head', (SPARE_HEAD,),
                             (RUNTIME, 'broadcast_buffers=False',
                              'broadcast_buffers=False, find_unused_parameters=True'))]
        concurrent.futures.wait(learn)
        for done in learn + [pool.submit(outcome, case.name, judge.judge, case) for case in cases]:
            if text := done.result():
                failures.add(text)
    return failures.finish()


if __name__ == '__main__':
    sys.exit(main())
