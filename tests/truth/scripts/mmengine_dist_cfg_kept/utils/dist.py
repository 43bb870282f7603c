import torch.distributed as dist


def init(cfg):
    options = dict(cfg.env_cfg.get('dist_cfg', {}))
    dist.init_process_group(options.pop('backend', 'gloo'), **options)
