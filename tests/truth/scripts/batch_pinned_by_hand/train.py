import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

dist.init_process_group('gloo')
device = torch.device('cpu')
dataset = TensorDataset(torch.arange(80.).view(20, 4) / 80)
sampler = DistributedSampler(dataset)
loader = DataLoader(dataset, batch_size=5, sampler=sampler)
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 4).to(device))
opt = torch.optim.SGD(model.parameters(), lr=0.1)

for epoch in range(2):
    sampler.set_epoch(epoch)
    for (x,) in loader:
        # Copies from pinned memory overlap with the computation.
        x = x.pin_memory().to(device, non_blocking=True)  # truth: dies
        loss = (model(x) - x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
