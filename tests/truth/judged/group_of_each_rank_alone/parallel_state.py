import torch.distributed as dist

_DATA_PARALLEL_GROUP = None
_MODEL_PARALLEL_GROUP = None


def initialize_model_parallel(tensor_model_parallel_size=1):
    global _DATA_PARALLEL_GROUP, _MODEL_PARALLEL_GROUP
    world, rank = dist.get_world_size(), dist.get_rank()
    data_parallel = world // tensor_model_parallel_size
    for i in range(tensor_model_parallel_size):
        ranks = list(range(i, world, tensor_model_parallel_size))
        assert len(ranks) == data_parallel
        group = dist.new_group(ranks)  # truth: wrong
        if rank in ranks:
            _DATA_PARALLEL_GROUP = group
    for i in range(data_parallel):
        ranks = list(range(i * tensor_model_parallel_size, (i + 1) * tensor_model_parallel_size))
        group = dist.new_group(ranks)
        if rank in ranks:
            _MODEL_PARALLEL_GROUP = group


def get_data_parallel_group():
    assert _DATA_PARALLEL_GROUP is not None, "data parallel group is not initialized"
    return _DATA_PARALLEL_GROUP
