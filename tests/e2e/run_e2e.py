"""Real training as the judge: MMEngine on PyTorch, two gloo ranks, a train script that knows nothing of
the device. The configs of `project` train; each case puts faults into a copy of them. Then training must
fail with the error that mmlint predicts, and after `mmlint fix --unsafe` it must be the training that the
project has without faults. The cases of script_cases.py have the faults in the train script.

    run_e2e.py [CASE...]     only these cases
"""

import concurrent.futures
import dataclasses
import functools
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'public'))

import harness  # noqa: E402
import script_cases  # noqa: E402
import training  # noqa: E402
from training import LEAF, MODEL, RUNTIME, Wrong, check, expect, fix, replace  # noqa: E402

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


class Judge(training.Trainer):
    """Knows what the trainings of configs must come to."""

    def judge(self, case):
        folder = self.project(case.name, *case.changes, *case.faults)
        if case.port:
            self.announced(folder, case, case.codes)
            self.as_without_faults(folder, self.port(folder, case))
            return
        left = list(case.codes)
        while order := self.announced(folder, case, left):
            fix(folder, Path(case.leaf).parent, '--unsafe', *(('--select', order[0]) if case.one_by_one else ()))
            left = [code for code in left if case.one_by_one and code != order[0]]
        self.as_without_faults(folder, case)
        if left:  # in what no run reads any more
            fix(folder, Path(case.leaf).parent, '--unsafe')
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
        report = check(folder, out, 'cpu')
        errors = [finding for finding in report['diagnostics'] if finding['severity'] == 'error']
        expect(not errors and not report['failures'], f'{out.read_text()}\n{errors} {report["failures"]}')
        return dataclasses.replace(case, leaf=out.relative_to(folder).as_posix())

    def as_without_faults(self, folder, case):
        self.trains(folder, case.changes, config=case.leaf, broadcast_buffers=case.broadcast_buffers,
                    find_unused_parameters=case.find_unused_parameters)

    def announced(self, folder, case, codes):
        """The rules in the order in which `check` says that their errors come. It finds `codes` and no
        others, announces those that a run reaches, and training dies with the first error."""
        group_made = 'MM201' in set(case.codes) - set(codes)
        reached = [code for code in codes if not (group_made and code in READ_BY_INIT_DIST)]
        for target in ('gcu', 'cpu'):
            report = check(folder, Path(case.leaf).parent, target)
            found = {finding['code'] for finding in report['diagnostics'] if finding['severity'] == 'error'}
            order = [code for failure in report['failures'] for code in failure['codes']]
            expect(found == set(codes) and order == reached,
                   f'check on {target} finds {found}, to fail as {order}, not {codes} as {reached}')
        if order:
            more = case.error if codes == case.codes else ''
            self.fails(folder, case.leaf, report['failures'][0]['errors'], more)
        return order


def outcome(name, function, *arguments):
    try:
        function(*arguments)
    except Wrong as wrong:
        return f'{name}: {wrong}'
    print(f'{name}: as expected', flush=True)
    return None


def main():
    names = sys.argv[1:]
    cases = [case for case in CASES + script_cases.CASES if not names or case.name in names]
    if unknown := set(names) - {case.name for case in cases}:
        sys.exit(f'no such case: {", ".join(sorted(unknown))}')
    failures = harness.Failures('e2e')
    with harness.scratch() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        judge = Judge(folder)
        judges = {Case: judge.judge, script_cases.Case: functools.partial(script_cases.judge, judge)}
        learn = [pool.submit(outcome, 'without faults', judge.learn, 'good', ()),
                 pool.submit(outcome, 'with a spare head', judge.learn, 'spare head', (SPARE_HEAD,),
                             (RUNTIME, 'broadcast_buffers=False',
                              'broadcast_buffers=False, find_unused_parameters=True'))]
        concurrent.futures.wait(learn)
        judged = [pool.submit(outcome, case.name, judges[type(case)], case) for case in cases]
        for done in learn + judged:
            if text := done.result():
                failures.add(text)
    return failures.finish()


if __name__ == '__main__':
    sys.exit(main())
