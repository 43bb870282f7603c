import torch
import torch.distributed as dist


def options():
    """What differs without a card, as --cfg-options would say it."""
    if torch.cuda.is_available():
        return {}
    return {
        'env_cfg.dist_cfg.backend': 'gloo',
        'model_wrapper_cfg': dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False),
    }


def start(cfg):
    if cfg.launcher == 'none' or torch.cuda.is_available():
        return False
    dist.init_process_group(**cfg.env_cfg.dist_cfg)
    return True
