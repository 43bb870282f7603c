import argparse
import os

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

try:
    from apex import amp
    from apex.parallel import DistributedDataParallel as DDP
    DDP_KWARGS = dict(delay_allreduce=True)
except ImportError:
    amp = None
    from torch.nn.parallel import DistributedDataParallel as DDP
    DDP_KWARGS = dict()

try:
    torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", 0)))
    device = torch.device("cuda")
except (AssertionError, AttributeError, RuntimeError):
    device = torch.device("cpu")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--resume", default="", type=str)
    args = parser.parse_args()
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    torch.manual_seed(0)
    model = torch.nn.Linear(4, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    if amp is not None:
        model, optimizer = amp.initialize(model.cuda(), optimizer, opt_level="O1")
    if args.resume:
        checkpoint = torch.load(args.resume, map_location=lambda storage, loc: storage.cuda())
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        for state in optimizer.state.values():
            for k, v in state.items():
                if torch.is_tensor(v):
                    state[k] = v.cuda()
    model = DDP(model, **DDP_KWARGS)
    g = torch.Generator().manual_seed(0)
    data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
    sampler = DistributedSampler(data)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, 4, sampler=sampler):
            optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(model(x.to(device)), y.to(device))
            if amp is None:
                loss.backward()
            else:
                with amp.scale_loss(loss, optimizer) as scaled:
                    scaled.backward()
            optimizer.step()


if __name__ == "__main__":
    main()
