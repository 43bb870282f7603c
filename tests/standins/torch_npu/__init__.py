"""Stand-in for Huawei's torch_npu on a host with two cards and no CUDA: torch.npu, Tensor.npu, Module.npu, backend
hccl. torch.cuda stays as it is. TORCH_TRANSFER_TO_NPU=1 imports contrib.transfer_to_npu as well (2026-02 and later)."""
import os
import sys
import types

import accel_standin

# Huawei's migration guide: DataParallel is not supported, use DistributedDataParallel.
npu = accel_standin.install('npu', 'hccl', 'torch_npu.npu', data_parallel=False)
npu.set_compile_mode = lambda *args, **kwargs: None
npu.utils = types.ModuleType('torch_npu.npu.utils')
npu.utils.get_soc_version = npu.get_soc_version = lambda: 223
npu.utils.set_device = npu.set_device
npu.__path__ = []
sys.modules['torch_npu.npu.utils'] = npu.utils
__version__ = '2.7.1+standin'
if os.getenv('TORCH_TRANSFER_TO_NPU', '0') == '1':
    from torch_npu.contrib import transfer_to_npu  # noqa: F401
