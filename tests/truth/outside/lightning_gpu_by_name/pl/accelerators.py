import torch


class Accelerator:
    def root_device(self, local_rank):
        raise NotImplementedError

    @staticmethod
    def is_available():
        raise NotImplementedError


class CPUAccelerator(Accelerator):
    def root_device(self, local_rank):
        return torch.device("cpu")

    @staticmethod
    def is_available():
        return True


class CUDAAccelerator(Accelerator):
    def root_device(self, local_rank):
        torch.cuda.set_device(local_rank)  # truth: dies
        return torch.device("cuda", local_rank)

    @staticmethod
    def is_available():
        return torch.cuda.device_count() > 0


ACCELERATORS = {"cuda": CUDAAccelerator, "gpu": CUDAAccelerator, "cpu": CPUAccelerator}


def choose(name):
    if name != "auto":
        return ACCELERATORS[name]()
    for kind in ACCELERATORS.values():
        if kind.is_available():
            return kind()
    raise RuntimeError("no accelerator")
