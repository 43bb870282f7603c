from torch.nn.parallel.distributed import DistributedDataParallel

import mmengine.device  # noqa: F401


class MMDistributedDataParallel(DistributedDataParallel):

    def __init__(self, module, detect_anomalous_params=False, **kwargs):
        super().__init__(module=module, **kwargs)


class MMSeparateDistributedDataParallel(DistributedDataParallel):

    def __init__(self, module, broadcast_buffers=False, find_unused_parameters=False, **kwargs):
        MMDistributedDataParallel(module=module, broadcast_buffers=broadcast_buffers,
                                  find_unused_parameters=find_unused_parameters, **kwargs)
