import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


def run(local_rank, world_size, cfg):
    rank = local_rank
    backend = cfg['dist']['backend']
    dist.init_process_group(backend, rank=rank, world_size=world_size)
    device = torch.device('cuda', local_rank) if backend == 'nccl' else torch.device('cpu')
    torch.manual_seed(cfg['seed'])
    model = DDP(nn.Linear(6, 1).to(device), device_ids=[local_rank] if backend == 'nccl' else None)
    g = torch.Generator().manual_seed(0)
    x = torch.randn(64, 6, generator=g)
    data = TensorDataset(x, x.sum(1, keepdim=True))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, batch_size=cfg['train']['batch_size'], sampler=sampler)
    opt = torch.optim.SGD(model.parameters(), lr=cfg['train']['lr'])
    for epoch in range(cfg['train']['epochs']):
        sampler.set_epoch(epoch)
        for a, b in loader:
            loss = nn.functional.mse_loss(model(a.to(device)), b.to(device))
            opt.zero_grad()
            loss.backward()
            opt.step()
        if rank == 0:
            print(f'epoch {epoch} loss {loss.item():.4f}')
    dist.destroy_process_group()
