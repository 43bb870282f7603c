"""Small training scripts in the ways people write them for each vendor, and what the vendor's sources say of them."""

import dataclasses

SCRIPT = """\
import os
@IMPORTS@
import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

rank = int(os.environ['LOCAL_RANK'])
@SETUP@
torch.manual_seed(0)
data = TensorDataset(torch.randn(64, 4), torch.randn(64, 1))
net = nn.Sequential(nn.Linear(4, 8), @NORM@(8), nn.ReLU(), nn.Linear(8, 1)).@MOVE@
net = DDP(net, device_ids=@IDS@)
sampler = DistributedSampler(data)
loader = DataLoader(data, batch_size=8, sampler=sampler, pin_memory=True)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
scaler = @SCALER@
for epoch in range(2):
    sampler.set_epoch(epoch)
    for x, y in loader:
        x, y = x.@MOVE_X@, y.@MOVE@
        opt.zero_grad()
        with @CAST@:
            loss = ((net(x) - y) ** 2).mean()
        scaler.scale(loss).backward()
        scaler.step(opt)
        scaler.update()
    mean = loss.detach().clone()
    dist.all_reduce(mean)
if dist.get_rank() == 0:
    torch.save(net.module.state_dict(), 'last.pth')
dist.barrier()
net.module.load_state_dict(torch.load('last.pth', map_location=@MAP@))
print('done', mean.item() / dist.get_world_size())
"""
LAUNCH = 'torchrun --nproc_per_node=2 train.py\n'

CUDA = dict(IMPORTS='', SETUP="torch.cuda.set_device(rank)\ndist.init_process_group('nccl')", NORM='nn.BatchNorm1d',
            MOVE='cuda(rank)', MOVE_X='cuda(rank, non_blocking=True)', IDS='[rank]',
            SCALER='torch.cuda.amp.GradScaler()', CAST='torch.cuda.amp.autocast()', MAP="f'cuda:{rank}'")
CPU = dict(CUDA, SETUP="dist.init_process_group('gloo')", MOVE='cpu()', MOVE_X='cpu()', IDS='None', MAP="'cpu'",
           SCALER='torch.cuda.amp.GradScaler(enabled=False)', CAST='torch.cuda.amp.autocast(enabled=False)')
NPU = 'import torch_npu\nfrom torch_npu.contrib import transfer_to_npu'
MLU = 'import torch_mlu\nfrom torch_mlu.utils.gpu_migration import migration'
GCU = 'from torch_gcu import transfer_to_gcu'
HPU = 'import habana_frameworks.torch.gpu_migration'


@dataclasses.dataclass
class Case:
    target: str
    name: str
    words: dict
    outcome: str
    said: str  # is in the text of the verdict

    def script(self):
        text = SCRIPT
        for word, value in self.words.items():
            text = text.replace(f'@{word}@', value)
        return text


def by_hand(device, backend, imports, **changes):
    """The script with the vendor's names in place of CUDA's."""
    words = dict(CUDA, IMPORTS=imports, SETUP=f"torch.{device}.set_device(rank)\ndist.init_process_group('{backend}')",
                 MOVE=f"to(f'{device}:{{rank}}')", MOVE_X=f'{device}(rank)', SCALER=f'torch.{device}.amp.GradScaler()',
                 CAST=f"torch.autocast('{device}', dtype=torch.bfloat16)", MAP=f"f'{device}:{{rank}}'")
    return dict(words, **changes)


def bridged(imports, **changes):
    return dict(CUDA, IMPORTS=imports, **changes)


CASES = [
    Case('npu', 'unchanged', CUDA, 'DIED', '_cuda_setDevice'),
    Case('npu', 'bridged', bridged(NPU), 'TRAINED', 'npu:0, hccl'),
    Case('npu', 'by hand', by_hand('npu', 'hccl', 'import torch_npu'), 'TRAINED', 'npu:0, hccl'),
    Case('npu', 'by hand, no import', by_hand('npu', 'hccl', ''), 'DIED', "has no attribute 'npu'"),
    Case('npu', 'by hand, labels on the CPU',
         by_hand('npu', 'hccl', 'import torch_npu', MOVE="to(f'npu:{rank}' if 'net' not in globals() else 'cpu')"),
         'DIED', 'same device'),
    Case('npu', 'by hand, gloo for tensors on the card', by_hand('npu', 'gloo', 'import torch_npu'), 'DIED',
         'No backend type associated with device type npu'),
    Case('npu', 'by hand, hccl for tensors on the CPU',
         by_hand('npu', 'hccl', 'import torch_npu', MOVE='cpu()', MOVE_X='cpu()', IDS='None', SCALER=CPU['SCALER']),
         'DIED', 'device type cpu'),
    Case('mlu', 'unchanged', CUDA, 'DIED', '_cuda_setDevice'),
    Case('mlu', 'bridged', bridged(MLU), 'TRAINED', 'mlu:0, cncl'),
    Case('musa', 'torch_musa alone', bridged('import torch_musa'), 'DIED', '_cuda_setDevice'),
    Case('musa', 'bridged', bridged('import torchada'), 'TRAINED', 'musa:0, mccl'),
    Case('musa', 'bridged, with a question for CUDA',
         bridged('import torchada', SETUP="assert torch.cuda.is_available(), 'needs CUDA'\n" + CUDA['SETUP']),
         'DIED', 'AssertionError'),
    Case('musa', 'by hand', by_hand('musa', 'mccl', 'import torch_musa'), 'TRAINED', 'musa:0, mccl'),
    Case('gcu-s60', 'bridged', bridged(GCU), 'TRAINED', 'gcu:0, eccl'),
    Case('gcu-s60', 'bridged, SyncBatchNorm', bridged(GCU, NORM='nn.SyncBatchNorm'), 'DIED', 'batch_norm_stats'),
    Case('gcu-s60', 'by hand, both backends', by_hand('gcu', 'cpu:gloo,gcu:eccl', 'import torch_gcu'), 'TRAINED',
         'cpu:gloo,gcu:eccl'),
    Case('hpu', 'bridged', bridged(HPU), 'TRAINED', 'hpu:0, nccl'),
    Case('gcu', 'eccl', dict(CUDA, IMPORTS='import torch_gcu', SETUP="dist.init_process_group('eccl')"), 'DIED',
         'Invalid backend'),
    Case('gcu', 'CPU and gloo', CPU, 'TRAINED', 'cpu, gloo'),
    Case('gcu', 'CPU and gloo with device_ids', dict(CPU, IDS='[rank]', **{
        word: CUDA[word] for word in ('SCALER', 'CAST')}), 'DIED',
         'device_ids and output_device arguments only work'),
]
