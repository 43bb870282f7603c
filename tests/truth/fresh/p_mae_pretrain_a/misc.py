import builtins
import os

import torch
import torch.distributed as dist


def setup_for_distributed(is_master):
    builtin_print = builtins.print

    def print(*args, **kwargs):
        force = kwargs.pop('force', False)
        if is_master or force:
            builtin_print(*args, **kwargs)

    builtins.print = print


def init_distributed_mode(args):
    args.gpu = int(os.environ['LOCAL_RANK'])
    if torch.cuda.is_available():
        torch.cuda.set_device(args.gpu)
    dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')
    setup_for_distributed(dist.get_rank() == 0)


class NativeScalerWithGradNormCount:
    state_dict_key = 'amp_scaler'

    def __init__(self):
        self._scaler = torch.cuda.amp.GradScaler()

    def __call__(self, loss, optimizer, clip_grad=None, parameters=None, update_grad=True):
        self._scaler.scale(loss).backward()
        if update_grad:
            self._scaler.unscale_(optimizer)
            norm = torch.nn.utils.clip_grad_norm_(parameters, clip_grad or 1e9)
            self._scaler.step(optimizer)
            self._scaler.update()
            return norm
        return None

    def state_dict(self):
        return self._scaler.state_dict()


def all_reduce_mean(x):
    world_size = dist.get_world_size()
    if world_size > 1:
        t = torch.tensor(x)
        dist.all_reduce(t)
        return (t / world_size).item()
    return x
