import builtins
import os
import pickle

import torch
import torch.distributed as dist


def is_main_process():
    return get_rank() == 0


def get_rank():
    return dist.get_rank() if dist.is_available() and dist.is_initialized() else 0


def get_world_size():
    return dist.get_world_size() if dist.is_available() and dist.is_initialized() else 1


def comm_device():
    """Where tensors must be for the collectives of the default group."""
    return torch.device("cuda") if dist.get_backend() == "nccl" else torch.device("cpu")


def all_gather(data):
    """Run all_gather on arbitrary picklable data (not necessarily tensors)."""
    world_size = get_world_size()
    if world_size == 1:
        return [data]
    buffer = pickle.dumps(data)
    storage = torch.ByteStorage.from_buffer(buffer)
    tensor = torch.ByteTensor(storage).to(comm_device())
    local_size = torch.tensor([tensor.numel()], device=comm_device())
    size_list = [torch.tensor([0], device=comm_device()) for _ in range(world_size)]
    dist.all_gather(size_list, local_size)
    size_list = [int(size.item()) for size in size_list]
    max_size = max(size_list)
    tensor_list = [torch.empty((max_size,), dtype=torch.uint8, device=comm_device()) for _ in size_list]
    if int(local_size) != max_size:
        padding = torch.empty(size=(max_size - int(local_size),), dtype=torch.uint8, device=comm_device())
        tensor = torch.cat((tensor, padding), dim=0)
    dist.all_gather(tensor_list, tensor)
    return [pickle.loads(t.cpu().numpy().tobytes()[:size]) for size, t in zip(size_list, tensor_list)]


def reduce_dict(input_dict, average=True):
    world_size = get_world_size()
    if world_size < 2:
        return input_dict
    with torch.no_grad():
        names = sorted(input_dict)
        values = torch.stack([input_dict[k] for k in names], dim=0)
        dist.all_reduce(values)
        if average:
            values /= world_size
        return dict(zip(names, values))


def setup_for_distributed(is_master):
    builtin_print = builtins.print

    def print(*args, **kwargs):
        force = kwargs.pop('force', False)
        if is_master or force:
            builtin_print(*args, **kwargs)

    builtins.print = print


def init_distributed_mode(args):
    if 'RANK' in os.environ and 'WORLD_SIZE' in os.environ:
        args.rank = int(os.environ["RANK"])
        args.world_size = int(os.environ['WORLD_SIZE'])
        args.gpu = int(os.environ['LOCAL_RANK'])
    elif 'SLURM_PROCID' in os.environ:
        args.rank = int(os.environ['SLURM_PROCID'])
        args.gpu = args.rank % max(torch.cuda.device_count(), 1)
    else:
        args.distributed = False
        return
    args.distributed = True
    use_cuda = args.device.startswith('cuda')
    if use_cuda:
        torch.cuda.set_device(args.gpu)
    args.dist_backend = 'nccl' if use_cuda else 'gloo'
    dist.init_process_group(backend=args.dist_backend, init_method=args.dist_url,
                            world_size=args.world_size, rank=args.rank)
    dist.barrier()
    setup_for_distributed(args.rank == 0)
