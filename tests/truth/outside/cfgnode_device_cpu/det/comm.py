import torch.distributed as dist


def get_world_size():
    return dist.get_world_size() if dist.is_initialized() else 1


def synchronize():
    if get_world_size() == 1:
        return
    if dist.get_backend() == dist.Backend.NCCL:
        import torch
        dist.barrier(device_ids=[torch.cuda.current_device()])
    else:
        dist.barrier()
