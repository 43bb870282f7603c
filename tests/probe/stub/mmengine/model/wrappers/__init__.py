from mmengine.model.wrappers.seperate_distributed import MMSeparateDistributedDataParallel  # noqa: F401
