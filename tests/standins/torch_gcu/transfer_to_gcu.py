"""Stand-in for torch_gcu.transfer_to_gcu. torch.device('cuda') is a gcu device, torch.cuda.* and torch.cuda.amp.* are
those of torch.gcu, and 'nccl' means eccl. The original needs a CUDA build of torch; that is not checked here."""
import os

if os.environ.get('STANDIN_GCU', 's60') == 't20':
    raise ImportError("cannot import name 'transfer_to_gcu' from 'torch_gcu' (TopsRider 2.x has none)")
import torch_gcu  # noqa: E402

import accel_standin  # noqa: E402

accel_standin.bridge(ctor=True, not_bridged=('asarray', 'empty_permuted'))
torch_gcu.is_transfer_to_gcu = True
