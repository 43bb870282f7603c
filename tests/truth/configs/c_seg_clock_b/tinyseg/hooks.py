import torch
from mmengine.hooks import Hook
from mmengine.registry import HOOKS


@HOOKS.register_module()
class StepClock(Hook):
    """Times steps; waits for the device first where that is asked for."""

    def __init__(self, synchronize=False, device=None):
        self.wait = torch.cuda.synchronize if synchronize else (lambda: None)
        self.steps = 0

    def after_train_iter(self, runner, batch_idx, data_batch=None, outputs=None):
        self.wait()
        self.steps += 1
