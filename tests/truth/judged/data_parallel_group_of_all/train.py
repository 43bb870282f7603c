import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import topology


def main():
    dist.init_process_group("gloo")
    state = topology.Topology(tensor_parallel=1)
    torch.manual_seed(5)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)).to(state.device)
    model = DistributedDataParallel(model, process_group=state["data"], **state.wrapper_options())
    g = torch.Generator().manual_seed(1)
    data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
    sampler = DistributedSampler(data, num_replicas=state["data"].size(), rank=state["data"].rank())
    loader = DataLoader(data, 4, sampler=sampler)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for batch in loader:
            x, y = (t.to(state.device) for t in batch)
            loss = nn.functional.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            loss = loss.detach()
            dist.all_reduce(loss, group=state["data"])
    state.close()


if __name__ == "__main__":
    main()
