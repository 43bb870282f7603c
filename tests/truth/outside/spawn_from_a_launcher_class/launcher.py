import os
import socket

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def find_free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Launcher:
    def __init__(self, processes=0):
        self.cards = torch.cuda.device_count()
        self.processes = processes or self.cards or 1

    @property
    def uses_cards(self):
        return self.cards >= self.processes

    def device(self, rank):
        return torch.device("cuda", rank) if self.uses_cards else torch.device("cpu")

    def _worker(self, rank, fn, args):
        os.environ["RANK"] = str(rank)
        device = self.device(rank)
        if self.uses_cards:
            torch.cuda.set_device(device)
            torch.cuda.init()
        if self.processes > 1:
            dist.init_process_group("nccl" if self.uses_cards else "gloo", rank=rank, world_size=self.processes)
        try:
            fn(device, *args)
        finally:
            if dist.is_initialized():
                dist.destroy_process_group()

    def launch(self, fn, *args):
        os.environ["MASTER_ADDR"] = "127.0.0.1"
        os.environ["MASTER_PORT"] = str(find_free_port())
        if self.processes == 1:
            return self._worker(0, fn, args)
        mp.spawn(self._worker, args=(fn, args), nprocs=self.processes, join=True)
