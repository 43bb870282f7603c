import contextlib
import logging
import os

import torch

log = logging.getLogger(__name__)

try:
    import pynvml
except ImportError:
    pynvml = None

try:
    from apex.optimizers import FusedAdam as Adam
except (ImportError, RuntimeError):
    from torch.optim import Adam


def select():
    """The card of this process, or the CPU if it cannot be had."""
    try:
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", 0)))
        torch.zeros(1).cuda()
    except Exception as error:
        log.warning("no card: %s", error)
        return torch.device("cpu")
    return torch.device("cuda", torch.cuda.current_device())


def warm_up():
    with contextlib.suppress(Exception):
        torch.ones(8, 8, device="cuda").matmul(torch.ones(8, 8, device="cuda"))


def utilization():
    if pynvml is None:
        return None
    pynvml.nvmlInit()
    handle = pynvml.nvmlDeviceGetHandleByIndex(torch.cuda.current_device())
    return pynvml.nvmlDeviceGetUtilizationRates(handle).gpu


def group():
    last = None
    for backend in ("nccl", "gloo"):
        try:
            torch.distributed.init_process_group(backend)
            return backend
        except Exception as error:
            last = error
    raise last
