class DistributedDataParallel:

    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, process_group=None,
                 bucket_cap_mb=25, find_unused_parameters=False):
        if device_ids == 'wrong':
            raise ValueError('device_ids are wrong')
        self.module = module
