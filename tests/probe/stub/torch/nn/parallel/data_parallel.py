class DataParallel:

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        self.module = module
