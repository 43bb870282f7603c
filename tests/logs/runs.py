"""The runs whose output scripts/record-logs writes into fixtures/logs: what is changed in a copy of the project, and
the command that is started in it. The project is that of tests/e2e, with the files of fixtures/logs/project. The runs
of tests/logs/real_runs.py come to them.

What each log must come to is in fixtures/logs/expected.json, not here.
"""

import dataclasses
import shutil
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
DEBIAN, CUDA = 'cpu-1.13', 'cuda-2.4'

RUNTIME, MODEL, LEAF = 'configs/_base_/runtime.py', 'configs/_base_/toy.py', 'configs/toy.py'
DATA, NET = 'toy/data.py', 'toy/model.py'
WRAPPER = """\
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
"""


@dataclasses.dataclass
class Run:
    name: str  # of the log below fixtures/logs, without .log
    command: str
    edits: tuple = ()  # (file, text in it, what to write instead); all of the file if that text is None
    build: str = DEBIAN  # of PyTorch
    # What the project is made of, one laid over the other: FOLDER, or FILE-OR-FOLDER:FOLDER-IN-THE-PROJECT.
    sources: tuple = ('tests/e2e/project', 'tests/e2e/scripts:tools', 'fixtures/logs/project')
    patience: int = 240  # seconds

    def project(self, folder):
        """Makes the project there."""
        for source in self.sources:
            source, _, inside = source.partition(':')
            if (REPOSITORY / source).is_dir():
                shutil.copytree(REPOSITORY / source, folder / inside, dirs_exist_ok=True)
            else:
                shutil.copy(REPOSITORY / source, folder / inside)
        for file, old, new in self.edits:
            text = (folder / file).read_text(encoding='utf-8')
            if old is not None and text.count(old) != 1:
                raise ValueError(f'{self.name}: {file} holds {old!r} {text.count(old)} times')
            text = new if old is None else text.replace(old, new)
            (folder / file).write_text(text, encoding='utf-8', errors='surrogateescape')


def torchrun(script, *more, count=2, options=''):
    return ' '.join(f'torchrun --nproc_per_node={count} {options} tools/{script} {" ".join(more)}'.split())


IN_PROJECT = 'export PYTHONPATH=. REPORT=/tmp/report.json; '
TOY = IN_PROJECT + torchrun('train.py', LEAF)
ALONE = IN_PROJECT + f'python tools/train.py {LEAF}'
# One process without a launcher.
SINGLE = (LEAF, "launcher = 'pytorch'\n", '')
NO_GROUP = (RUNTIME, "'toy', 'toy.process_group'", "'toy'")
NO_WRAPPER = (RUNTIME, WRAPPER, '')


def toy(name, *edits, command=TOY, **more):
    return Run(f'recorded/{name}', command, edits, **more)


def plain(name, command, *edits, **more):
    return Run(f'recorded/{name}', command, edits, **more)


def e2e_script(name):
    return IN_PROJECT + f'torchrun --nproc_per_node=2 tools/{name}.py {LEAF}'


OWN_GROUP = (NO_GROUP, SINGLE)  # as the train scripts of tests/e2e want the configs


def alone(name, *edits, command=ALONE):
    """A run of one process without a launcher."""
    return toy(name, *OWN_GROUP, *edits, command=command)


def with_key(line):
    """The config with one more key."""
    return (LEAF, 'work_dir =', f'{line}\nwork_dir =')


def loader(phase):
    return (f"{phase}_dataloader = dict(batch_size=2, num_workers=0, dataset=dict(type='ToyDataset'),\n"
            "    sampler=dict(type='DefaultSampler', shuffle=False), collate_fn=dict(type='default_collate'))")


LOOP = 'train_cfg = dict(by_epoch=True, max_epochs=1)'


def with_loop(text):
    return (RUNTIME, LOOP, text)


# What Runner and the parts that it builds ask of a config.
REFUSED = [
    alone('runner_no_train_cfg', with_loop('')),
    alone('runner_no_val_evaluator', with_key(f'{loader("val")}\nval_cfg = dict()')),
    alone('runner_no_test_cfg', with_key(loader('test'))),
    alone('runner_scheduler_alone', with_key("train_dataloader = train_cfg = optim_wrapper = None\n"
                                             "param_scheduler = dict(type='MultiStepLR', milestones=[1])")),
    alone('loop_type_and_by_epoch', with_loop("train_cfg = dict(type='EpochBasedTrainLoop', by_epoch=True)")),
    alone('loop_unknown_argument', with_key('train_cfg = dict(by_epoch=False, max_iters=4)')),
    alone('loop_incomplete', with_loop('train_cfg = dict(by_epoch=True)')),
    alone('type_deleted', with_key('train_dataloader = dict(dataset=dict(_delete_=True, length=4))')),
    alone('type_missing_in_list', with_key("custom_hooks = [dict(priority='LOW')]")),
    alone('workers_persistent', (MODEL, 'num_workers=0', 'num_workers=0, persistent_workers=True')),
    alone('workers_prefetch', (MODEL, 'num_workers=0', 'num_workers=0, prefetch_factor=4')),
    alone('compile', with_key('compile = True')),
    alone('config_key_missing', ('tools/train.py', '    Runner', '    print(Config.fromfile(sys.argv[1]).model.backbone)\n'
                                                               '    Runner')),
    alone('message_hub', (NET, '        output = self.head', "        MessageHub.get_current_instance().get_scalar('train/acc')\n"
                                                             '        output = self.head'),
          (NET, 'from mmengine.model', 'from mmengine.logging import MessageHub\nfrom mmengine.model')),
    alone('option_without_value', ('tools/train.py', None, """\
import argparse

from mmengine.config import Config, DictAction
from mmengine.runner import Runner

parser = argparse.ArgumentParser()
parser.add_argument('config')
parser.add_argument('--cfg-options', nargs='+', action=DictAction)
args = parser.parse_args()
Runner.from_cfg(Config.fromfile(args.config)).train()
"""), command=f'{ALONE} --cfg-options train_cfg.max_epochs 2'),
    toy('lazy_call', ('lazy/toy.py', 'work_dir = ', "root = os.path.join('data', 'toy')\nwork_dir = "),
        ('lazy/toy.py', 'from mmengine.config', 'import os\n\nfrom mmengine.config'),
        command=f'{IN_PROJECT}python tools/train.py lazy/toy.py'),
    plain('plain_no_parameters', 'HOW=no_parameters python tools/train_user.py'),
    plain('plain_numpy_alias', 'HOW=numpy_alias python tools/train_user.py'),
    plain('plain_weights_only', 'HOW=weights_only python tools/train_user.py'),
    plain('plain_workers_persistent', 'HOW=persistent python tools/train_user.py'),
    plain('plain_loss_not_finite', 'HOW=stop_training python tools/train_user.py'),
    plain('plain_loss_not_finite_ranks', 'HOW=stop_training ' + torchrun('train_user.py')),
    plain('plain_spawned_killed', 'HOW=spawned_killed python tools/train_user.py'),
    plain('plain_cuda_package', 'HOW=cuda_package python tools/train_user.py'),
    plain('plain_torchrun_option', 'torchrun --nproc-per-nodes=2 tools/train_ddp.py --data data'),
    plain('plain_sh_reads_bash', "printf 'python tools/train_ddp.py ${@:2}\\n' >train.sh; sh train.sh gloo --data data"),
]

FAULTS = [
    toy('wrapper_missing', NO_WRAPPER),
    toy('wrapper_output_device', (RUNTIME, 'device_ids=None', 'device_ids=None, output_device=1')),
    toy('wrapper_all_cards', (RUNTIME, 'device_ids=None', 'device_ids=[0, 1]')),
    toy('wrapper_name_misspelt', (RUNTIME, 'MMDistributedDataParallel', 'MMDistributedDataParalel')),
    Run('recorded/wrapper_type_is_class', IN_PROJECT + torchrun('train.py', 'lazy/toy.py'), (
        ('lazy/_base_/runtime.py', "type='MMDistributedDataParallel'", 'type=MMDistributedDataParallel'),
        ('lazy/_base_/runtime.py', 'from mmengine.optim',
         'from mmengine.model import MMDistributedDataParallel\nfrom mmengine.optim'))),
    toy('backend_eccl', (RUNTIME, "'gloo'", "'eccl'")),
    toy('backend_nccl', (RUNTIME, "'gloo'", "'nccl'")),
    toy('backend_default', (RUNTIME, "    dist_cfg=dict(backend='gloo'))", '    dist_cfg=dict())')),
    toy('dist_cfg_type', (RUNTIME, "backend='gloo'", "backend='gloo', type='gloo'")),
    toy('set_device_of_runner', NO_GROUP),
    toy('sync_bn', (MODEL, "'BN'", "'SyncBN'")),
    toy('amp_wrapper', (RUNTIME, "'OptimWrapper'", "'AmpOptimWrapper', loss_scale='dynamic'")),
    toy('amp_key_left', (RUNTIME, "'OptimWrapper'", "'OptimWrapper', loss_scale='dynamic'")),
    toy('unused_head', (MODEL, "dict(type='BN')", "dict(type='BN'), spare_head=True"),
        (RUNTIME, 'max_epochs=1', 'max_epochs=2')),
    toy('collect_device_gcu', SINGLE, (RUNTIME, 'randomness', """\
val_dataloader = dict(
    batch_size=2, num_workers=0, dataset=dict(type='ToyDataset'),
    sampler=dict(type='DefaultSampler', shuffle=False), collate_fn=dict(type='default_collate'))
val_evaluator = dict(type='ToyMetric', collect_device='gcu')
val_cfg = dict()
randomness"""), (DATA, None, '''\
import torch
from mmengine.evaluator import BaseMetric
from mmengine.registry import DATASETS, METRICS


@DATASETS.register_module()
class ToyDataset(torch.utils.data.Dataset):

    def __init__(self, length=8):
        self.length = length

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        return dict(inputs=torch.rand(3, 4, 4), targets=torch.tensor([float(index)]))


@METRICS.register_module()
class ToyMetric(BaseMetric):

    def process(self, data_batch, data_samples):
        self.results.append(len(data_samples))

    def compute_metrics(self, results):
        return dict(count=sum(results))
'''), command=IN_PROJECT + f'python tools/train.py {LEAF}'),
    toy('launcher_without_torchrun', NO_GROUP, command=ALONE),
    toy('launcher_left_out', SINGLE, NO_GROUP, (MODEL, "'BN'", "'SyncBN'")),
    toy('custom_import_missing', (RUNTIME, "'toy.process_group'", "'toy.gcu_group'")),
    toy('custom_import_not_on_path', command='export REPORT=/tmp/report.json; ' + torchrun('train.py', LEAF)),
    # Configs that cannot be read.
    toy('base_missing', (MODEL, './runtime.py', '../../_base_/default_runtime.py')),
    toy('base_twice', (LEAF, "_base_ = './_base_/toy.py'", "_base_ = ['./_base_/toy.py', './_base_/runtime.py']")),
    toy('merge_of_types', (LEAF, 'launcher', "work_dir = dict(root='work_dirs')\nlauncher"),
        (MODEL, 'model =', "work_dir = './work_dirs'\nmodel =")),
    toy('base_cycle', (RUNTIME, 'custom_imports', "_base_ = './toy.py'\ncustom_imports")),
    toy('config_name_undefined', (MODEL, "type='BN'", 'type=norm')),
    toy('config_syntax', (MODEL, "norm_cfg=dict(type='BN'))", "norm_cfg=dict(type='BN')")),
    toy('config_raises', (MODEL, 'batch_size=2', 'batch_size=16 // 0')),
    toy('config_not_utf8', (LEAF, "work_dir = '", "# r\udce9seau\nwork_dir = '")),
    toy('config_reserved_key', (LEAF, 'launcher', "filename = 'toy.log'\nlauncher")),
    toy('config_lazy_import_missing', ('lazy/toy.py', 'from toy.model import', 'from toy.nets import'),
        command=IN_PROJECT + torchrun('train.py', 'lazy/toy.py')),
    *(toy(f'lazy_{name}', ('lazy/toy.py', old, new), command=IN_PROJECT + torchrun('train.py', 'lazy/toy.py'))
      for name, old, new in (
          ('base_missing', '._base_.runtime import', '._base_.default_runtime import'),
          ('base_by_text', 'with read_base', "_base_ = './_base_/runtime.py'\n\nwith read_base"))),
    toy('config_environment_missing', (LEAF, "'work_dirs/toy'", "'{{$WORK_DIR:}}'"),
        ('tools/train.py', 'from mmengine.runner', 'import os\n\nfrom mmengine.runner'),
        ('tools/train.py', '    Runner', "    print(os.environ['DATA_ROOT'])\n    Runner")),
    toy('config_missing', command=IN_PROJECT + torchrun('train.py', 'configs/toy_2x.py')),
    toy('registry_unknown_type', (MODEL, "'ToyModel'", "'ToyNet'")),
    toy('apex_wrapper', (RUNTIME, "'OptimWrapper'", "'ApexOptimWrapper', opt_level='O1'")),
    toy('registry_twice', (NET, 'class ToyModel', 'class ToyModel(BaseModel):\n    pass\n\n\n'
                                                  '@MODELS.register_module()\nclass ToyModel')),
    toy('unknown_model_argument', (MODEL, "norm_cfg=dict(type='BN')", "norm_cfg=dict(type='BN'), depth=18")),
    # Train scripts of MMEngine.
    *(toy(f'script_{name}', *OWN_GROUP, command=e2e_script(name)) for name in (
        'cuda_device', 'init_dist', 'nccl', 'own_wrapper', 'rendezvous', 'wrapped_again', 'model_in_config', 'shadowed',
        'scaled')),
    toy('script_wrapped_before', *OWN_GROUP, command=e2e_script('train_wrapped_model')),
    # Plain PyTorch.
    plain('plain_all_cards', torchrun('train_cards.py')),
    plain('plain_sync_bn_forward', torchrun('train_sync.py')),
    plain('plain_group_twice', torchrun('train_twice.py')),
    plain('plain_group_destroyed', torchrun('train_late_group.py')),
    plain('plain_port_overwritten', torchrun('train_port.py')),
    plain('plain_lone_collective', torchrun('train_lone.py')),
    plain('plain_lone_at_the_end', torchrun('train_lone_end.py')),
    plain('plain_models_differ', torchrun('train_differing.py')),
    plain('plain_collectives_differ', 'TORCH_DISTRIBUTED_DEBUG=DETAIL ' + torchrun('train_collectives.py')),
    plain('plain_spare_head', torchrun('train_spare_head.py')),
    plain('plain_tcp_without_rank', torchrun('train_tcp.py')),
    plain('plain_unknown_keyword', torchrun('train_keyword.py')),
    plain('plain_meta_reduce', torchrun('train_meta_reduce.py')),
    plain('plain_device_gcu', torchrun('train_gcu.py')),
    plain('plain_device_xla', torchrun('train_xla.py')),
    plain('plain_method_gcu', torchrun('train_method.py')),
    plain('plain_namespace_gcu', torchrun('train_namespace.py')),
    plain('plain_default_device', torchrun('train_default_device.py')),
    plain('plain_compile', 'python tools/train_compile.py'),
    plain('plain_to_context_manager', 'python tools/train_to.py'),
    plain('plain_local_rank_unset', 'python tools/train_local_rank.py'),
    plain('plain_rank_unset', 'python tools/train_spare_head.py'),
    plain('plain_cuda_call', torchrun('train_cuda.py')),
    plain('plain_shadowed', 'python tools/train_shadowed.py'),
    plain('plain_backend_eccl', torchrun('train_ddp.py', '--data data', '--backend eccl')),
    plain('plain_backend_mpi', torchrun('train_ddp.py', '--data data', '--backend mpi')),
    plain('plain_option_unknown', torchrun('train_ddp.py', '--data data', '--work-dir out')),
    plain('plain_option_missing', torchrun('train_ddp.py')),
    plain('plain_launcher_eccl', torchrun('train_ddp.py', '--data data', '--launcher eccl')),
    plain('plain_script_missing', torchrun('trian_ddp.py', '--data data')),
    plain('plain_python2_print', 'python tools/train_python2.py'),
    plain('plain_no_torch', 'python3 -m venv --without-pip /tmp/other; /tmp/other/bin/python tools/train_cuda.py'),
    plain('plain_too_few_ranks', 'WORLD_SIZE=2 RANK=0 MASTER_ADDR=127.0.0.1 MASTER_PORT=29500 '
                                 'python tools/train_ddp.py --data data'),
    plain('plain_port_in_use', 'python -m http.server 29500 --bind 0.0.0.0 >/dev/null 2>&1 & sleep 3; '
                               + torchrun('train_ddp.py', '--data data', options='--master_port=29500')),
    plain('plain_every_rank_zero', 'for i in 0 1; do RANK=0 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=29500 '
                                   'python tools/train_ddp.py --data data & done; wait'),
    plain('plain_four_rank_zero', 'for i in 0 1 2 3; do RANK=0 WORLD_SIZE=4 MASTER_ADDR=127.0.0.1 MASTER_PORT=29500 '
                                  'python tools/train_ddp.py --data data & done; wait'),
    plain('plain_one_rank_fails', torchrun('train_first_fails.py')),
    plain('plain_summary_only', torchrun('train_cuda.py', options='--redirects=3 --log_dir=/tmp/elastic')),
    plain('plain_tee_prefixes', torchrun('train_cards.py', count=3, options='--tee=3 --log_dir=/tmp/elastic')),
    plain('plain_rank_killed', 'HOW=kill ' + torchrun('train_killed.py')),
    plain('plain_rank_segfault', 'HOW=segfault ' + torchrun('train_killed.py')),
    plain('plain_rank_exit', 'HOW=exit ' + torchrun('train_killed.py')),
    plain('plain_worker_gone', 'AT=0 HOW=exit python tools/train_workers.py'),
    plain('plain_worker_exits', 'HOW=exit python tools/train_workers.py'),
    plain('plain_worker_killed', 'HOW=kill python tools/train_workers.py'),
    plain('plain_worker_bus_error', 'HOW=bus python tools/train_workers.py'),
    plain('plain_half_on_cpu', 'python tools/train_half.py'),
    # PyTorch 2 for CUDA, without a driver.
    toy('torch2_backend_eccl', (RUNTIME, "'gloo'", "'eccl'"), build=CUDA),
    toy('torch2_backend_nccl', (RUNTIME, "'gloo'", "'nccl'"), build=CUDA),
    toy('torch2_set_device_of_runner', NO_GROUP, build=CUDA),
    toy('torch2_wrapper_missing', NO_WRAPPER, build=CUDA),
    toy('torch2_amp_wrapper', (RUNTIME, "'OptimWrapper'", "'AmpOptimWrapper', loss_scale='dynamic'"), build=CUDA),
    toy('torch2_script_cuda_device', *OWN_GROUP, command=e2e_script('cuda_device'), build=CUDA),
    toy('torch2_script_shadowed', *OWN_GROUP, command=e2e_script('shadowed'), build=CUDA),
    plain('torch2_plain_cuda_call', torchrun('train_cuda.py'), build=CUDA),
    plain('torch2_plain_sync_bn_forward', torchrun('train_sync.py'), build=CUDA),
    plain('torch2_plain_backend_eccl', torchrun('train_ddp.py', '--data data', '--backend eccl'), build=CUDA),
    plain('torch2_plain_backend_nccl', torchrun('train_ddp.py', '--data data', '--backend nccl'), build=CUDA),
    plain('torch2_plain_device_gcu', torchrun('train_gcu.py'), build=CUDA),
    plain('torch2_plain_meta_reduce', torchrun('train_meta_reduce.py'), build=CUDA),
    plain('torch2_plain_lone_collective', torchrun('train_lone.py'), build=CUDA),
    plain('torch2_plain_models_differ', torchrun('train_differing.py'), build=CUDA),
    plain('torch2_plain_spare_head', torchrun('train_spare_head.py'), build=CUDA),
    plain('torch2_plain_rank_unset', 'python tools/train_spare_head.py', build=CUDA),
    plain('torch2_plain_group_twice', torchrun('train_twice.py'), build=CUDA),
    plain('torch2_plain_group_destroyed', torchrun('train_late_group.py'), build=CUDA),
    plain('torch2_launch_local_rank', 'python -m torch.distributed.launch --nproc_per_node=2 tools/train_ddp.py '
                                      '--data data', build=CUDA),
    plain('torch2_port_in_use', 'python -m http.server 29500 --bind 0.0.0.0 >/dev/null 2>&1 & sleep 3; '
                                + torchrun('train_ddp.py', '--data data', options='--master_port=29500'), build=CUDA),
    plain('torch2_one_rank_fails', torchrun('train_first_fails.py'), build=CUDA),
    plain('torch2_too_few_ranks', 'WORLD_SIZE=2 RANK=0 MASTER_ADDR=127.0.0.1 MASTER_PORT=29500 '
                                  'python tools/train_ddp.py --data data', build=CUDA),
    plain('torch2_rank_killed', 'HOW=kill ' + torchrun('train_killed.py'), build=CUDA),
]


def no(kind, name, command, *edits, **more):
    return Run(f'negative/{kind}/{name}', command, edits, **more)


def user(how, launch='python'):
    if launch == 'torchrun':
        return f'HOW={how} ' + torchrun('train_user.py')
    return f'HOW={how} python tools/train_user.py'


def with_item(code, before=''):
    """A data set whose items are made by this."""
    return (DATA, None, f'''\
import json

import torch
from mmengine.dataset import BaseDataset
from mmengine.registry import DATASETS
{before}

@DATASETS.register_module()
class ToyDataset(torch.utils.data.Dataset):

    METAINFO = {{0: 'cat', 1: 'dog', 2: 'horse'}}

    def __len__(self):
        return 40

    def __getitem__(self, index):
        noise = torch.Generator().manual_seed(index)
        inputs = torch.randn(3, 4, 4, generator=noise)
{code}
''')


def with_loss(code):
    return (NET, "return dict(loss=nn.functional.mse_loss(output, targets)) if mode == 'loss' else output",
            f"if mode != 'loss':\n            return output\n        loss = nn.functional.mse_loss(output, targets)\n"
            f'        {code}\n        return dict(loss=loss)')


LOUD = (RUNTIME, 'randomness', "default_hooks = dict(logger=dict(type='LoggerHook', interval=2))\nrandomness")

NEGATIVES = [
    no('user_error', 'type_error', user('type_error')),
    no('user_error', 'type_error_ranks', user('type_error', 'torchrun')),
    no('user_error', 'key_error', user('key_error')),
    no('user_error', 'name_error_ranks', user('name_error', 'torchrun')),
    no('user_error', 'attribute_error', user('attribute_error')),
    no('user_error', 'index_error', user('index_error')),
    no('user_error', 'value_error_ranks', user('value_error', 'torchrun')),
    no('user_error', 'assertion', user('assertion')),
    no('user_error', 'recursion', user('recursion')),
    no('user_error', 'group_of_errors', user('group')),
    no('user_error', 'no_module', user('no_module')),
    no('user_error', 'inplace', user('inplace')),
    no('user_error', 'backward_twice', user('twice')),
    no('shape_mismatch', 'linear', user('shape')),
    no('shape_mismatch', 'linear_ranks', user('shape', 'torchrun')),
    no('shape_mismatch', 'conv_channels', user('conv')),
    no('shape_mismatch', 'label_out_of_bounds', user('labels')),
    no('shape_mismatch', 'dtype', user('dtype')),
    no('shape_mismatch', 'collate', 'HOW=shape python tools/train_workers.py'),
    no('shape_mismatch', 'mmengine_head', TOY, (NET, 'nn.Linear(4, 1)\n        self.spare', 'nn.Linear(5, 1)\n'
                                                                                          '        self.spare')),
    no('checkpoint', 'data_parallel_size', user('size_mismatch')),
    no('checkpoint', 'unexpected_key', user('unexpected_key')),
    no('checkpoint', 'not_found', user('no_checkpoint')),
    no('checkpoint', 'broken', user('broken_checkpoint')),
    no('checkpoint', 'mmengine_load_from', ALONE, *OWN_GROUP,
       (LEAF, 'work_dir =', "load_from = 'checkpoints/toy_epoch_12.pth'\nwork_dir =")),
    no('data_missing', 'annotation', user('no_data')),
    no('data_missing', 'worker', 'HOW=raise python tools/train_workers.py'),
    no('data_missing', 'permission', user('permission')),
    no('registry', 'scope_without_import', ALONE, *OWN_GROUP,
       (MODEL, "dict(type='ToyDataset')", "dict(type='BaseDataset', ann_file='data/toy/train.json')")),
    no('data_missing', 'mmengine_image', TOY, with_item(
        "        image = open(f'data/toy/{index:06}.png', 'rb').read()\n"
        '        return dict(inputs=inputs, targets=torch.tensor([float(len(image))]))')),
    no('data_class', 'key_error_14', ALONE, *OWN_GROUP, with_item(
        '        label = 14 if index == 7 else index % 3\n        name = self.METAINFO[label]\n'
        '        return dict(inputs=inputs, targets=torch.tensor([float(len(name))]))')),
    no('data_class', 'key_error_14_ranks', TOY, with_item(
        '        label = 14 if index == 7 else index % 3\n        name = self.METAINFO[label]\n'
        '        return dict(inputs=inputs, targets=torch.tensor([float(len(name))]))')),
    no('data_class', 'no_annotations', ALONE, *OWN_GROUP, with_item(
        "        annotations = json.loads('{\"images\": []}')['annotations']\n"
        '        return dict(inputs=inputs, targets=torch.tensor([float(len(annotations))]))')),
    no('loss_nan', 'trains_on', ALONE, *OWN_GROUP, LOUD, with_loss('loss = loss / 0 * 0')),
    no('loss_nan', 'stops', user('not_finite')),
    no('loss_nan', 'anomaly', user('anomaly')),
    no('loss_nan', 'mmengine_raises', TOY, LOUD, with_loss(
        "if not loss.isfinite() or loss > 10:\n            raise ValueError(f'loss is {loss.item()}, training has "
        "diverged')")),
    no('memory', 'host', user('memory')),
    no('memory', 'host_ranks', user('memory', 'torchrun')),
    no('disk', 'no_space', user('no_space')),
    no('stopped', 'keyboard', 'timeout --signal=INT 20 python tools/train_slowly.py'),
    no('stopped', 'torchrun_interrupt', torchrun('train_slowly.py') + ' & sleep 30; kill -INT $!; wait'),
    no('stopped', 'torchrun_terminate', torchrun('train_slowly.py') + ' & sleep 30; kill -TERM $!; wait'),
    no('stopped', 'torchrun_hangup', torchrun('train_slowly.py') + ' & sleep 30; kill -HUP $!; wait'),
    no('stopped', 'torch2_hangup', torchrun('train_slowly.py') + ' & sleep 40; kill -HUP $!; wait', build=CUDA),
    no('finished', 'alone', ALONE, *OWN_GROUP, LOUD),
    no('finished', 'ranks', TOY, LOUD),
    no('finished', 'torch2', TOY, LOUD, build=CUDA),
    no('finished', 'plain', torchrun('train_ddp.py', '--data data')),
    no('finished', 'with_warnings', ALONE, *OWN_GROUP, LOUD, with_loss(
        "import warnings\n        warnings.warn('SyncBatchNorm layers only work with GPU modules, so we use BN')\n"
        "        warnings.warn('NCCL is not available, falling back to gloo')")),
    no('survived', 'skipped_files', user('survived')),
    # Two runs write into one log: one after the other, and at once.
    no('two_runs', 'fails_before_another', f'{user("type_error")}; {user("finish")}'),
    no('two_runs', 'fails_while_another_trains',
       f'{IN_PROJECT}export WAIT=0.5; FAIL=6 python tools/train.py {LEAF} & sleep 1; python tools/train.py {LEAF}; wait',
       *OWN_GROUP, LOUD, with_loss(
           "import os\n        import time\n        time.sleep(float(os.environ['WAIT']))\n"
           '        self.steps = getattr(self, \'steps\', 0) + 1\n'
           "        if str(self.steps) == os.environ.get('FAIL'):\n            nn.Linear(1 << 23, 1 << 23)"),
       (RUNTIME, 'max_epochs=1', 'max_epochs=5')),
    no('words_only', 'config_names_errors', ALONE, *OWN_GROUP, (LEAF, 'work_dir =', '''\
# RuntimeError: Distributed package doesn't have NCCL built in
notes = """If training ends with
ValueError: DistributedDataParallel device_ids and output_device arguments only work with single-device GPU modules,
RuntimeError: Invalid backend: 'eccl' or KeyError: 'LOCAL_RANK', see docs/faq.md."""
known_backends = ['nccl', 'gloo', 'eccl']
work_dir =''')),
]

RUNS = FAULTS + REFUSED + NEGATIVES
