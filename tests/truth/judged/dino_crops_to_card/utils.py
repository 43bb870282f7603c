import os
import sys

import torch
import torch.distributed as dist


def fix_random_seeds(seed=31):
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)


def is_main_process():
    return not (dist.is_available() and dist.is_initialized()) or dist.get_rank() == 0


def setup_for_distributed(is_master):
    import builtins as __builtin__
    builtin_print = __builtin__.print

    def print(*args, **kwargs):
        force = kwargs.pop("force", False)
        if is_master or force:
            builtin_print(*args, **kwargs)

    __builtin__.print = print


def init_distributed_mode(args):
    if "RANK" in os.environ and "WORLD_SIZE" in os.environ:
        args.rank = int(os.environ["RANK"])
        args.world_size = int(os.environ["WORLD_SIZE"])
        args.gpu = int(os.environ["LOCAL_RANK"])
    else:
        print("Please start with torchrun.")
        sys.exit(1)
    has_cards = torch.cuda.is_available()
    args.device = torch.device("cuda", args.gpu) if has_cards else torch.device("cpu")
    dist.init_process_group(backend="nccl" if has_cards else "gloo", init_method=args.dist_url,
                            world_size=args.world_size, rank=args.rank)
    if has_cards:
        torch.cuda.set_device(args.gpu)
    dist.barrier()
    setup_for_distributed(args.rank == 0)
