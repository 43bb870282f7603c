from mmengine.model import is_model_wrapper
from mmengine.optim import OptimWrapperDict, build_optim_wrapper
from mmengine.registry import OPTIM_WRAPPER_CONSTRUCTORS


@OPTIM_WRAPPER_CONSTRUCTORS.register_module()
class PerNetworkConstructor:
    """An optimizer for each child of the model that the config names."""

    def __init__(self, optim_wrapper_cfg, paramwise_cfg=None):
        assert isinstance(optim_wrapper_cfg, dict)
        self.cfg = optim_wrapper_cfg
        self.paramwise_cfg = paramwise_cfg

    def __call__(self, module):
        if is_model_wrapper(module):
            module = module.module
        return OptimWrapperDict(**{
            name: build_optim_wrapper(getattr(module, name), cfg)
            for name, cfg in self.cfg.items() if isinstance(cfg, dict)})
