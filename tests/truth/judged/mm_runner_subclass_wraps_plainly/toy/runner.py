import torch
import torch.distributed as dist
from mmengine.model import MMDistributedDataParallel
from mmengine.runner import Runner


class HostRunner(Runner):
    """Runs where there are no cards: gloo, and a wrapper without devices."""

    def setup_env(self, env_cfg):
        if self.distributed and not dist.is_initialized():
            dist.init_process_group('gloo', init_method='env://')
        super().setup_env({**env_cfg, 'dist_cfg': dict(backend='gloo')})

    def wrap_model(self, model_wrapper_cfg, model):
        if not self.distributed:
            return model
        if torch.cuda.is_available():
            return super().wrap_model(model_wrapper_cfg, model)
        return MMDistributedDataParallel(model, broadcast_buffers=False)
