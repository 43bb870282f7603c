import argparse
import os

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

try:
    from apex.parallel import DistributedDataParallel as ApexDDP
    HAS_APEX = True
except ImportError:
    HAS_APEX = False
from torch.nn.parallel import DistributedDataParallel as NativeDDP


def wrap(model, args):
    if HAS_APEX and not args.native:
        return ApexDDP(model, delay_allreduce=True)
    return NativeDDP(model, device_ids=[args.local_rank])  # truth: dies


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", type=int, default=int(os.environ.get("LOCAL_RANK", 0)))
    parser.add_argument("--native", action="store_true")
    args = parser.parse_args()
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    device = torch.device("cuda", args.local_rank) if torch.cuda.is_available() else torch.device("cpu")
    model = wrap(torch.nn.Linear(4, 1).to(device), args)
    g = torch.Generator().manual_seed(0)
    data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
    sampler = DistributedSampler(data)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, 4, sampler=sampler):
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
            optimizer.step()


if __name__ == "__main__":
    main()
