import functools
import os

import torch
import torch.distributed as dist


def only_with_cards(otherwise=None):
    def decorate(func):
        @functools.wraps(func)
        def inner(*args, **kwargs):
            if not torch.cuda.is_available():
                return otherwise
            return func(*args, **kwargs)
        return inner
    return decorate


@only_with_cards()
def wait_for_card():
    torch.cuda.synchronize()


@only_with_cards(otherwise=0.0)
def memory():
    torch.cuda.reset_peak_memory_stats()
    return torch.cuda.max_memory_allocated() / 2 ** 20


@functools.lru_cache(maxsize=None)
def place():
    for name, usable in (("cuda", torch.cuda.is_available), ("cpu", lambda: True)):
        if usable():
            return torch.device(name)


def ddp_options(args):
    options = {}
    if place().type != "cpu":
        options.update(device_ids=[args.gpu], output_device=args.gpu)
    return options


def init_distributed_mode(args):
    args.gpu = int(os.environ.get("LOCAL_RANK", 0))
    if place() == torch.device("cuda"):
        torch.cuda.set_device(args.gpu)
    dist.init_process_group({"cuda": "nccl", "cpu": "gloo"}[place().type])
