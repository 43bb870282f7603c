import random

import numpy as np
import torch
from torch import distributed as tdist


def set_seed(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def prepare(seed, backend=None):
    """Seeds everything, joins the group, returns the device of this process."""
    set_seed(seed)
    if backend is None:
        backend = "nccl" if torch.cuda.is_available() else "gloo"
    tdist.init_process_group(backend)
    if not torch.cuda.is_available():
        return torch.device("cpu")
    card = tdist.get_rank() % torch.cuda.device_count()
    torch.cuda.set_device(card)
    return torch.device("cuda", card)
