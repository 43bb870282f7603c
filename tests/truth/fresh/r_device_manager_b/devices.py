import contextlib
import time

import torch


class DeviceManager:
    def __init__(self, kind=None):
        self.kind = kind or ('cuda' if torch.cuda.is_available() else 'cpu')

    def __getattr__(self, name):
        module = getattr(torch, self.kind, None)
        return getattr(module, name, lambda *args, **kwargs: None)

    def place(self, thing):
        return thing.to(self.kind)

    def seed(self, value):
        torch.manual_seed(value)
        torch.cuda.manual_seed_all(value)

    def autocast(self):
        return torch.autocast(self.kind, dtype=torch.bfloat16, enabled=self.kind == 'cuda')

    def memory(self):
        return self.max_memory_allocated() if self.kind == 'cuda' else 0

    @contextlib.contextmanager
    def timer(self, report):
        start = time.perf_counter()
        yield
        self.synchronize()
        report(time.perf_counter() - start)


manager = DeviceManager()
