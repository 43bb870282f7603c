import argparse

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from model import SegNet


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--aux-loss", action="store_true")
    p.add_argument("--epochs", type=int, default=1)
    return p.parse_args()


def main(args):
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = DDP(SegNet(aux_loss=args.aux_loss))  # truth: dies
    g = torch.Generator().manual_seed(1)
    data = TensorDataset(torch.randn(16, 3, 4, 4, generator=g), torch.randint(0, 2, (16, 4, 4), generator=g))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 2, sampler=sampler, drop_last=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for image, target in loader:
            output = model(image)
            loss = F.cross_entropy(output["out"], target)
            if "aux" in output:
                loss = loss + 0.5 * F.cross_entropy(output["aux"], target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    main(get_args())
