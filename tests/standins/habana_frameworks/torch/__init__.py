"""Stand-in for Intel Gaudi's habana_frameworks.torch on a host without CUDA: torch.hpu, backend hccl. A number is not a
device. PT_HPU_GPU_MIGRATION=1 imports gpu_migration as well. The original's sources are not public: this follows its
published migration log and guides."""
import os

import accel_standin

hpu = accel_standin.install('hpu', 'hccl', 'habana_frameworks.torch.hpu', numbers=False)
if os.environ.get('PT_HPU_GPU_MIGRATION', '0') == '1':
    from habana_frameworks.torch import gpu_migration  # noqa: F401
