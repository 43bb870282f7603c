import os
import subprocess

import torch
import torch.distributed as dist


def _slurm(port):
    rank = int(os.environ["SLURM_PROCID"])
    world = int(os.environ["SLURM_NTASKS"])
    nodes = os.environ["SLURM_NODELIST"]
    try:
        address = subprocess.getoutput(f"scontrol show hostname {nodes} | head -n1").split()[0]
        if not address.replace(".", "").isalnum() or "not" in address or ":" in address or address == "/bin/sh":
            raise ValueError(address)
    except Exception:
        address = nodes
    os.environ.update(MASTER_ADDR=address, MASTER_PORT=str(port), RANK=str(rank), WORLD_SIZE=str(world))
    os.environ["LOCAL_RANK"] = os.environ.get("SLURM_LOCALID", "0")


def init(port, backend=None):
    """Returns (rank, world size, device), whichever launcher started this process."""
    if "RANK" not in os.environ and "SLURM_PROCID" in os.environ:
        _slurm(port)
    if "RANK" not in os.environ:
        return 0, 1, torch.device("cuda" if torch.cuda.is_available() else "cpu")
    n = torch.cuda.device_count()
    if n:
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]) % n)
        device = torch.device("cuda", torch.cuda.current_device())
    else:
        device = torch.device("cpu")
    dist.init_process_group(backend or ("nccl" if n else "gloo"))
    return dist.get_rank(), dist.get_world_size(), device
