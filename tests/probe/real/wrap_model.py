"""Has a release of MMEngine wrap a model in both of its ways. The first, without a model_wrapper_cfg, gives
device_ids, which PyTorch refuses for parameters on the CPU."""

import contextlib
import sys
import tempfile
import types

import torch.distributed as dist
from torch import nn

# What old releases import and wrap_model does without: torchvision, and FSDP, which Debian's PyTorch cannot import on
# Python 3.11.
for name in ('torchvision', 'mmengine.model.wrappers.fully_sharded_distributed'):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].MMFullyShardedDataParallel = None
from mmengine.logging import MMLogger  # noqa: E402
from mmengine.runner import Runner  # noqa: E402

ways = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group('gloo', init_method=f'file://{folder}/store', rank=0, world_size=1)
runner = types.SimpleNamespace(distributed=True, cfg={}, logger=MMLogger.get_instance('wrap'))
model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
if 'default' in ways:
    with contextlib.suppress(ValueError):
        Runner.wrap_model(runner, None, model)
if 'cfg' in ways:
    Runner.wrap_model(runner, dict(type='MMDistributedDataParallel', device_ids=None), model)
