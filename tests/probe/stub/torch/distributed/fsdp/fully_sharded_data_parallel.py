class FullyShardedDataParallel:

    def __init__(self, module, process_group=None, parts=()):
        for part in parts:
            FullyShardedDataParallel(part)
