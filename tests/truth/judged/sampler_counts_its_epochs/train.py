import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from speech import BucketSampler, Utterances, pad_collate


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", default=2, type=int)
    parser.add_argument("--gpu", default=None, type=int)
    args = parser.parse_args()
    dist.init_process_group(backend="gloo")
    rank, world = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(17)
    model = torch.nn.GRU(3, 8, batch_first=True)
    if args.gpu is not None:
        torch.cuda.set_device(args.gpu)
        model = DistributedDataParallel(model.cuda(args.gpu), device_ids=[args.gpu])
    else:
        model = DistributedDataParallel(model)
    data = Utterances(24)
    loader = torch.utils.data.DataLoader(
        data, batch_sampler=BucketSampler(data, 4, rank, world), collate_fn=pad_collate,
        pin_memory=args.gpu is not None)
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(args.epochs):
        for x, lengths in loader:
            out, _ = model(x)
            loss = (out[..., 0] - lengths[:, None]).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    if int(os.getenv("RANK", "0")) == 0:
        torch.save(model.module.state_dict(), "asr.pt")


if __name__ == "__main__":
    main()
