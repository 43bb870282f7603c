import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import devices


def main(use_cuda=True):
    device = devices.best()
    if (rank_device := device.index) is not None:
        torch.cuda.set_device(rank_device)
    use_cuda = all([use_cuda, device.type == "cuda", torch.cuda.is_available()])
    dist.init_process_group(devices.backend(device))
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler, pin_memory=use_cuda)
    model = torch.nn.Linear(6, 1).to(device)
    model = DistributedDataParallel(model, **{"device_ids": [rank_device]} if use_cuda else {})
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
        devices.synchronize(device)
        if use_cuda:
            print(torch.cuda.mem_get_info())


if __name__ == "__main__":
    main()
