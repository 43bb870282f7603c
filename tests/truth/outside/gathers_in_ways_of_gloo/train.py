import os

import evaluation
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def main():
    use_cuda = torch.cuda.is_available()
    dist.init_process_group(backend="nccl" if use_cuda else "gloo")
    local_rank = int(os.environ["LOCAL_RANK"])
    device = torch.device("cpu" if not use_cuda else f"cuda:{local_rank}")
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randint(0, 3, (32,)))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler)
    model = DistributedDataParallel(torch.nn.Linear(6, 3).to(device), [local_rank] if use_cuda else None)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(x.to(device)), y.to(device))
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            scores = torch.cat([model.module(x.to(device)) for x, _ in loader])
        everything = evaluation.gather_tensor(scores)
        names = evaluation.gather_list([f"sample{i}" for i in sampler])
        loss = evaluation.mean(loss)
        if dist.get_rank() == 0:
            print(epoch, loss, everything.shape, len(names))
        evaluation.wait()


if __name__ == "__main__":
    main()
