import os

from mmengine.model import MMDistributedDataParallel
from mmengine.registry import RUNNERS
from mmengine.runner import Runner


@RUNNERS.register_module()
class IdRunner(Runner):
    def wrap_model(self, model_wrapper_cfg, model):
        local_rank = int(os.environ['LOCAL_RANK'])
        return MMDistributedDataParallel(model, device_ids=[local_rank], broadcast_buffers=False)  # truth: dies


def build_runner(cfg):
    if 'runner_type' not in cfg:
        return Runner.from_cfg(cfg)
    return RUNNERS.get(cfg.runner_type).from_cfg(cfg)
