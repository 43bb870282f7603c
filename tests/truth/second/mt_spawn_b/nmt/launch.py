import socket

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def _find_free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def launch(main_func, num_gpus_per_machine, num_machines=1, machine_rank=0, dist_url=None, args=()):
    world_size = num_machines * num_gpus_per_machine
    if world_size <= 1:
        return main_func(*args)
    if dist_url == "auto":
        assert num_machines == 1, "dist_url=auto cannot work with distributed training."
        dist_url = f"tcp://127.0.0.1:{_find_free_port()}"
    mp.spawn(_worker, nprocs=num_gpus_per_machine,
             args=(main_func, world_size, num_gpus_per_machine, machine_rank, dist_url, args))


def _worker(local_rank, main_func, world_size, per_machine, machine_rank, dist_url, args):
    has_gpu = torch.cuda.is_available()
    rank = machine_rank * per_machine + local_rank
    dist.init_process_group("NCCL" if has_gpu else "GLOO", init_method=dist_url,  # truth: dies
                            world_size=world_size, rank=rank)
    if has_gpu:
        torch.cuda.set_device(local_rank)
    main_func(*args)
