from mmengine.hooks import Hook
from mmengine.registry import HOOKS


@HOOKS.register_module()
class NormWatch(Hook):

    def after_train_epoch(self, runner):
        norms = [p.norm().item() for p in runner.model.parameters()]
        runner.logger.info(f'largest norm: {max(norms):.3f}')
