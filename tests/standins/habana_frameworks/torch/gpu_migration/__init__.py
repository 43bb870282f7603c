"""Stand-in for the GPU Migration Toolkit: cuda means hpu and nccl means hccl, while get_backend() still returns nccl.
DistributedDataParallel loses device_ids and output_device, and GradScaler is switched off."""
import habana_frameworks.torch  # noqa: F401

import accel_standin

accel_standin.S.numbers = True
accel_standin.bridge(ctor=True, drop_device_ids=True, scaler_off=True, reported='nccl')
