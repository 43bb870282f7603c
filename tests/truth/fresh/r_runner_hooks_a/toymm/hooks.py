import torch
from mmengine.hooks import Hook
from mmengine.registry import HOOKS


@HOOKS.register_module()
class StepReport(Hook):
    def __init__(self, every=10, memory=True):
        self.every, self.memory = every, memory

    def used(self):
        free, total = torch.cuda.mem_get_info()  # truth: dies
        return (total - free) / total

    def after_train_iter(self, runner, batch_idx, data_batch=None, outputs=None):
        if self.every_n_train_iters(runner, self.every):
            text = f'memory {self.used():.0%}' if self.memory else 'ok'
            runner.logger.info(f'step {runner.iter}: {text}')
