import copy

from mmengine.hooks import Hook
from mmengine.model import is_model_wrapper
from mmengine.registry import HOOKS


@HOOKS.register_module()
class DistillHook(Hook):
    """Keeps the model of the last epoch as a teacher."""

    priority = 'NORMAL'

    def __init__(self, start=0):
        self.start = start
        self.teacher = None

    def before_train_epoch(self, runner):
        if runner.epoch < self.start:
            return
        model = runner.model.module if is_model_wrapper(runner.model) else runner.model
        self.teacher = copy.deepcopy(model).cuda().eval()  # truth: dies
