import os

import torch
import torch.distributed as dist


def init_distributed_mode(args):
    if 'RANK' not in os.environ:
        args.distributed = False
        return
    args.rank = int(os.environ['RANK'])
    args.gpu = int(os.environ['LOCAL_RANK'])
    args.distributed = True
    if args.device == 'cuda':
        torch.cuda.set_device(args.gpu)
    dist.init_process_group('nccl' if args.device == 'cuda' else 'gloo', init_method=args.dist_url)
    dist.barrier()


def get_world_size():
    return dist.get_world_size() if dist.is_initialized() else 1


def all_reduce_mean(x):
    world_size = get_world_size()
    if world_size > 1:
        x_reduce = torch.tensor(x).cuda()  # truth: dies
        dist.all_reduce(x_reduce)
        x_reduce /= world_size
        return x_reduce.item()
    else:
        return x


class NativeScalerWithGradNormCount:
    state_dict_key = "amp_scaler"

    def __init__(self):
        self._scaler = torch.cuda.amp.GradScaler()

    def __call__(self, loss, optimizer, clip_grad=None, parameters=None, create_graph=False, update_grad=True):
        self._scaler.scale(loss).backward(create_graph=create_graph)
        if update_grad:
            if clip_grad is not None:
                self._scaler.unscale_(optimizer)
                torch.nn.utils.clip_grad_norm_(parameters, clip_grad)
            self._scaler.step(optimizer)
            self._scaler.update()

    def state_dict(self):
        return self._scaler.state_dict()
