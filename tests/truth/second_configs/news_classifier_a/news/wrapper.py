from mmengine.model import MMDistributedDataParallel
from mmengine.registry import MODEL_WRAPPERS


@MODEL_WRAPPERS.register_module()
class CPUFriendlyDDP(MMDistributedDataParallel):

    def __init__(self, module, device_ids=None, **kwargs):
        kinds = {p.device.type for p in module.parameters()}
        super().__init__(module, device_ids=device_ids if kinds == {'cuda'} else None, **kwargs)
