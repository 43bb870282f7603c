from mmengine.dist import master_only
from mmengine.hooks import Hook
from mmengine.model import is_model_wrapper
from mmengine.registry import HOOKS


@HOOKS.register_module()
class NumClassCheckHook(Hook):

    @master_only
    def before_train(self, runner):
        model = runner.model.module if is_model_wrapper(runner.model) else runner.model
        assert model.fc.out_features > max(runner.train_dataloader.dataset.topics)
