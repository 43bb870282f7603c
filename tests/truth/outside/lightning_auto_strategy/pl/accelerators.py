from abc import ABC, abstractmethod

import torch


class Accelerator(ABC):
    @abstractmethod
    def setup_device(self, device):
        ...

    @staticmethod
    @abstractmethod
    def is_available():
        ...


class CUDAAccelerator(Accelerator):
    name = "cuda"

    def setup_device(self, device):
        if device.type != "cuda":
            raise ValueError(f"Device should be GPU, got {device} instead")
        torch.cuda.set_device(device)
        torch.cuda.reset_peak_memory_stats(device)

    def get_device_stats(self, device):
        return torch.cuda.memory_stats(device)

    def teardown(self):
        torch.cuda.synchronize()
        torch.cuda.empty_cache()

    @staticmethod
    def is_available():
        return torch.cuda.device_count() > 0

    @staticmethod
    def get_device(index):
        return torch.device("cuda", index)


class CPUAccelerator(Accelerator):
    name = "cpu"

    def setup_device(self, device):
        if device.type != "cpu":
            raise ValueError(f"Device should be CPU, got {device} instead")

    def teardown(self):
        pass

    @staticmethod
    def is_available():
        return True

    @staticmethod
    def get_device(index):
        return torch.device("cpu")
