try:
    import torch_npu  # noqa: F401
    HAS_NPU = True
except ImportError:
    HAS_NPU = False


def device_of(local_rank):
    return f'npu:{local_rank}' if HAS_NPU else 'cpu'
