import os

import torch


def _works(name):
    if name == "cuda":
        return torch.cuda.is_available()
    if name == "mps":
        return getattr(torch.backends, "mps", None) is not None and torch.backends.mps.is_available()
    return True


def best(preferred=("cuda", "mps", "cpu")):
    name = next(name for name in preferred if _works(name))
    index = int(os.environ.get("LOCAL_RANK", 0)) if name == "cuda" else None
    return torch.device(name) if index is None else torch.device(name, index)


BACKENDS = {"cuda": "nccl", "mps": "gloo", "cpu": "gloo"}


def backend(device):
    return BACKENDS.get(device.type, "gloo")


def synchronize(device):
    """Waits for what the device still has to do; nothing on the CPU."""
    wait = {"cuda": torch.cuda.synchronize}.get(device.type)
    if wait:
        wait()
