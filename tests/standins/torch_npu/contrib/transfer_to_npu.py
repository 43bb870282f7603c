"""Stand-in for torch_npu.contrib.transfer_to_npu. torch.cuda.* and torch.cuda.amp.* become those of torch.npu, with
is_available. 'cuda' and torch.device('cuda') mean npu as arguments of factories, `.to`, load, autocast, Generator and
DistributedDataParallel. 'nccl' means hccl. torch.jit.script returns its argument.

Not patched, as in the original: torch.device('cuda') itself (its type is 'cuda'), torch.asarray, the string that
get_backend() returns, environment variables, and names that a script imported from torch earlier."""
import torch_npu  # noqa: F401

import accel_standin

accel_standin.bridge(not_bridged=('asarray', 'empty_permuted'))
