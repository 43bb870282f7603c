import os

import torch
import torch.distributed as dist


def infer_init_method(args):
    if args.distributed_init_method is not None:
        return
    if all(key in os.environ for key in ('MASTER_ADDR', 'MASTER_PORT', 'WORLD_SIZE', 'RANK')):
        args.distributed_init_method = 'env://'
        args.distributed_world_size = int(os.environ['WORLD_SIZE'])
        args.distributed_rank = int(os.environ['RANK'])
        args.device_id = int(os.environ['LOCAL_RANK'])


def distributed_init(args):
    if not dist.is_initialized():
        dist.init_process_group(backend=args.distributed_backend,
                                init_method=args.distributed_init_method,
                                world_size=args.distributed_world_size,
                                rank=args.distributed_rank)
        if args.cuda:
            dist.all_reduce(torch.zeros(1).cuda())
    args.distributed_rank = dist.get_rank()
    return args.distributed_rank


def call_main(args, main):
    if args.distributed_init_method is None:
        infer_init_method(args)
    if args.distributed_init_method is not None:
        distributed_init(args)
    main(args)
