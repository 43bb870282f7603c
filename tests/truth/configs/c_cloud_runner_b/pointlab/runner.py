import torch
from mmengine.registry import RUNNERS
from mmengine.runner import Runner
from torch import distributed


@RUNNERS.register_module()
class HostRunner(Runner):
    """Joins the group by itself, whatever the config says of the backend."""

    def setup_env(self, env_cfg):
        if self.distributed and not torch.cuda.is_available():
            distributed.init_process_group('gloo')
        super().setup_env(env_cfg)

    def wrap_model(self, model_wrapper_cfg, model):
        if model_wrapper_cfg is None:
            model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
        return super().wrap_model(model_wrapper_cfg, model)
