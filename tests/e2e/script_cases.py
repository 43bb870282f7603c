"""The cases whose fault is in the train script. Each script of `scripts` trains the project; what comes of
it shows that the rule about it is true. Repaired, it must be the training of the project without faults."""

import dataclasses
import shutil

from training import HERE, LEAF, RUNTIME, check, expect, fix, replace

# Both are for the script to do.
NO_GROUP = (RUNTIME, "'toy', 'toy.process_group'", "'toy'")
NO_LAUNCHER = (LEAF, "launcher = 'pytorch'\n", '')
NO_CUDA = ("module 'torch._C' has no attribute '_cuda_setDevice'", 'in set_device')
DEVICE_IDS = ('got device_ids [{rank}], output_device None', 'in wrap_model')

ALONE, ON_ALL_DATA = 'alone', 'on all data'


@dataclasses.dataclass
class Case:
    name: str
    script: str
    codes: list  # of the rules that must fire, and no others
    # What comes of it: an error, and where it is raised; ALONE: every rank trains on its share of the data
    # and learns nothing from the others; ON_ALL_DATA: each does all the work; '': nothing that can be seen.
    comes_to: tuple | str
    edits: tuple = ()  # (text, what to write instead), where `mmlint fix` has nothing
    unsafe: bool = False  # what `fix` does
    says: tuple = ()  # what each rank prints before, and after, with its number as {rank}
    broadcast_buffers: bool = False  # as the repaired script has it


CASES = [
    Case('init_dist', 'init_dist.py', ['MM502'], NO_CUDA),
    Case('cuda device', 'cuda_device.py', ['MM501'], NO_CUDA, unsafe=True),
    Case('nccl in a script', 'nccl.py', ['MM504'], ("Distributed package doesn't have NCCL", 'in init_process_group')),
    Case('own wrapper', 'own_wrapper.py', ['MM506'], DEVICE_IDS, broadcast_buffers=True),
    Case('no launcher', 'no_launcher.py', ['MM507'], ALONE,
         edits=(('    Runner.from_cfg', "    cfg.launcher = 'pytorch'\n    Runner.from_cfg"),)),
    # A model that moves to where it is already stays what it was.
    Case('moved', 'moved.py', ['MM508'], ALONE,
         edits=((".to('meta')", ".to('cpu')"), ("    runner.model.to_empty(device='cpu')\n", ''))),
    Case('unwrapped', 'unwrapped.py', ['MM508'], ALONE, edits=(('model.module.to', 'model.to'),)),
    Case('no group', 'no_group.py', ['MM503'], NO_CUDA, unsafe=True),
    Case('rendezvous', 'rendezvous.py', ['MM511'], ('rendezvous: rank parameter missing', '_tcp_rendezvous_handler')),
    Case('local rank', 'local_rank.py', ['MM512'], '', unsafe=True, says=('card 0', 'card {rank}')),
    Case('wrapped again', 'wrapped_again.py', ['MM521'], ("no attribute 'train_step'", 'in train'),
         edits=(('    runner.model = DistributedDataParallel(runner.model)\n', ''),)),
    Case('model in config', 'model_in_config.py', ['MM518'], ('Failed to format the config file', 'in pretty_text'),
         edits=(('    cfg.model = MODELS.build(cfg.model)\n', ''),)),
    Case('shadowed', 'shadowed.py', ['MM516'], ("local variable 'torch'", 'in main')),
    Case('scaled', 'scaled.py', ['MM525'],
         ('only available training on gpu', 'amp_optimizer_wrapper.py'),
         edits=(("    cfg.optim_wrapper.type = 'AmpOptimWrapper'\n", ''),)),
    Case('fallback', 'fallback.py', ['MM504', 'MM520'], ON_ALL_DATA,
         edits=(("""    try:
        dist.init_process_group(backend='eccl')
    except (RuntimeError, ValueError):
        os.environ['RANK'] = '0'
        os.environ['WORLD_SIZE'] = '1'
        cfg.launcher = 'none'
""", "    dist.init_process_group(backend='gloo')\n"),)),
]


def judge(trainer, case):
    folder, script = trainer.project(case.name, NO_GROUP, NO_LAUNCHER), f'tools/{case.script}'
    shutil.copy(HERE / 'scripts' / case.script, folder / 'tools')
    ranks = trainer.train(folder, script=script)
    for number, rank in enumerate(ranks):
        what = f'rank {number} of {script} ended with {rank.code}, {rank.report}: {rank.error or rank.output[-2000:]}'
        expect(came_to(trainer, case.comes_to, number, rank), what)
        expect(not case.says or case.says[0] in rank.output, what)
    shutil.rmtree(folder / 'work_dirs', ignore_errors=True)  # configs as trainings had them
    for failure in found(folder, case.codes)['failures']:
        expect(not set(failure['codes']) & set(case.codes) or
               all(any(text in rank.error for text in failure['errors']) for rank in ranks),
               f'{script}: {failure} is announced, and {ranks[0].error} came')
    for old, new in case.edits:
        replace(folder, script, old, new)
    if not case.edits:
        fix(folder, '.', *(['--unsafe'] if case.unsafe else []))
    found(folder, [])
    for number, rank in enumerate(trainer.trains(folder, script=script, broadcast_buffers=case.broadcast_buffers)):
        expect(not case.says or case.says[1].format(rank=number) in rank.output, f'{script} prints {rank.output}')


def came_to(trainer, what, number, rank):
    if isinstance(what, tuple):
        error, place = what
        return rank.code == 1 and error.format(rank=number) in rank.error and place in rank.output
    if rank.code != 0 or not rank.report:
        return False
    if what == ALONE:
        return (rank.report['steps'], rank.report['weights']) == (2, trainer.alone[()][number])
    if what == ON_ALL_DATA:
        return rank.report['steps'] == 4 and rank.report['backend'] is None
    return True


def found(folder, codes):
    """In all of the project exactly these errors and warnings, for the accelerator as for the CPU that we
    train on, whose report it gives."""
    for target in ('gcu', 'cpu'):
        report = check(folder, '.', target)
        seen = sorted({found['code'] for found in report['diagnostics'] if found['severity'] != 'info'})
        expect(seen == codes, f'check on {target} finds {seen}, not {codes}')
    return report
