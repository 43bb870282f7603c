import torch
from mmengine.hooks import Hook
from mmengine.model import is_model_wrapper
from mmengine.registry import HOOKS


@HOOKS.register_module()
class NormLogger(Hook):
    def after_train_epoch(self, runner):
        model = runner.model.module if is_model_wrapper(runner.model) else runner.model
        norm = sum(p.detach().norm() for p in model.parameters())
        runner.logger.info(f'norm {norm:.3f} on {next(model.parameters()).device}')


@HOOKS.register_module()
class CardMemoryHook(Hook):
    def before_train_iter(self, runner, batch_idx, data_batch=None):
        torch.cuda.reset_peak_memory_stats()

    def after_train_iter(self, runner, batch_idx, data_batch=None, outputs=None):
        torch.cuda.synchronize()
        runner.message_hub.update_scalar('train/peak', torch.cuda.max_memory_allocated())
