import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

from batching import Collater, Graphs

dist.init_process_group("gloo")
torch.manual_seed(2)
data = Graphs(24)
sampler = DistributedSampler(data)
loader = DataLoader(data, batch_size=4, sampler=sampler, collate_fn=Collater(), pin_memory=True)
model = DistributedDataParallel(torch.nn.Linear(3, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
device = next(model.parameters()).device
for epoch in range(2):
    sampler.set_epoch(epoch)
    for batch in loader:
        batch = batch.to(device)
        out = model(batch.x)
        pooled = torch.zeros(batch.size, 1).index_add_(0, batch.owner, out)
        loss = (pooled - batch.y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
dist.destroy_process_group()
