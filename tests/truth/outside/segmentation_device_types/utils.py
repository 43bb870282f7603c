import os

import torch
import torch.distributed as dist


def get_default_device():
    return "cuda" if torch.cuda.is_available() else "cpu"


def is_dist_avail_and_initialized():
    return dist.is_available() and dist.is_initialized()


def is_main_process():
    return not is_dist_avail_and_initialized() or dist.get_rank() == 0


def save_on_master(*args, **kwargs):
    if is_main_process():
        torch.save(*args, **kwargs)


def reduce_across_processes(val):
    if not is_dist_avail_and_initialized():
        return torch.tensor(val)
    t = torch.tensor(val, device="cuda" if dist.get_backend() == "nccl" else "cpu")
    dist.barrier()
    dist.all_reduce(t)
    return t


class ExponentialMovingAverage(torch.optim.swa_utils.AveragedModel):
    def __init__(self, model, decay, device="cpu"):
        def ema_avg(avg_model_param, model_param, num_averaged):
            return decay * avg_model_param + (1 - decay) * model_param

        super().__init__(model, device, ema_avg)


def init_distributed_mode(args):
    if "RANK" in os.environ and "WORLD_SIZE" in os.environ:
        args.gpu = int(os.environ["LOCAL_RANK"])
    elif hasattr(args, "rank"):
        pass
    else:
        args.distributed = False
        return
    args.distributed = True
    if torch.device(args.device).type == "cuda":
        torch.cuda.set_device(args.gpu)
    dist.init_process_group(backend="nccl" if torch.device(args.device).type == "cuda" else "gloo")
