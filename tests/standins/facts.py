"""Prints what the stand-in of this host does, as JSON, for standins_test.py.

    facts.py MODULE BACKEND DEVICE    imports MODULE first, makes a group with BACKEND, and moves a tensor to DEVICE
"""

import importlib
import json
import sys
import tempfile

import torch
import torch.distributed as dist


def raises(call):
    try:
        call()
    except Exception:
        return True
    return False


def group_backend(backend):
    """What get_backend() returns in a group of one that is made with `backend`."""
    with tempfile.TemporaryDirectory() as folder:
        dist.init_process_group(backend, init_method=f'file://{folder}/store', world_size=1, rank=0)
        found = str(dist.get_backend())
        dist.destroy_process_group()
    return found


def on_two_cards():
    model = torch.nn.DataParallel(torch.nn.Linear(1, 1).cuda(), device_ids=[0, 1])
    model(torch.zeros(2, 1).cuda())


def main():
    module, backend, device = sys.argv[1:]
    importlib.import_module(module)
    print(json.dumps({
        'shows_cuda': torch.cuda.is_available(),
        'cuda_calls_raise': raises(lambda: torch.cuda.set_device(0)),
        'type': torch.zeros(1).to(device).device.type,
        'backend': group_backend(backend),
        'lacks_data_parallel': raises(on_two_cards),
    }))


if __name__ == '__main__':
    main()
