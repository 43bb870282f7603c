import argparse

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from moco.builder import MoCo

parser = argparse.ArgumentParser(description="MoCo pre-training")
parser.add_argument("--epochs", default=2, type=int)
parser.add_argument("-b", "--batch-size", default=4, type=int)
parser.add_argument("--moco-k", default=16, type=int)
parser.add_argument("--moco-m", default=0.9, type=float)
parser.add_argument("--gpu", default=None, type=int)


def main():
    args = parser.parse_args()
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    encoder = lambda num_classes: nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, num_classes))
    model = MoCo(encoder, dim=8, K=args.moco_k, m=args.moco_m)
    if args.gpu is not None:
        model = DDP(model.cuda(args.gpu), device_ids=[args.gpu])
    else:
        model = DDP(model)
    data = TensorDataset(torch.randn(32, 6, generator=torch.Generator().manual_seed(1)))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, args.batch_size, sampler=sampler, drop_last=True)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), 0.05, momentum=0.9, weight_decay=1e-4)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for (x,) in loader:
            if args.gpu is not None:
                x = x.cuda(args.gpu, non_blocking=True)
            output, target = model(im_q=x, im_k=x + 0.1 * torch.randn_like(x))
            loss = criterion(output, target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    main()
