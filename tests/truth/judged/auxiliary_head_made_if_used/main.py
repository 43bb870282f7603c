import argparse

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from model import SegNet


def main(args):
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = SegNet(aux_loss=args.aux_loss)
    if args.sync_bn:
        model = torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)
    model = DDP(model, find_unused_parameters=args.find_unused)
    g = torch.Generator().manual_seed(1)
    data = TensorDataset(torch.randn(16, 3, 4, 4, generator=g), torch.randint(0, 2, (16, 4, 4), generator=g))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 2, sampler=sampler, drop_last=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for image, target in loader:
            losses = {k: F.cross_entropy(v, target) for k, v in model(image).items()}
            loss = losses["out"] + 0.5 * losses.get("aux", 0)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--aux-loss", action="store_true")
    p.add_argument("--find-unused", action="store_true")
    p.add_argument("--sync-bn", action=argparse.BooleanOptionalAction, default=True)
    p.add_argument("--epochs", type=int, default=1)
    main(p.parse_args())
