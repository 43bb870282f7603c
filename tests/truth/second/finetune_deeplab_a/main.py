import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils import data

import network


def get_argparser():
    parser = argparse.ArgumentParser()
    parser.add_argument("--num_classes", type=int, default=4)
    parser.add_argument("--crop_size", type=int, default=8)
    parser.add_argument("--total_itrs", type=int, default=3)
    parser.add_argument("--weight_decay", type=float, default=1e-4)
    parser.add_argument("--random_seed", type=int, default=1)
    return parser


def get_loader(opts, world, rank):
    size = opts.crop_size
    ds = data.TensorDataset(torch.rand(24, 3, size, size),
                            torch.randint(0, opts.num_classes, (24, size, size)))
    sampler = data.distributed.DistributedSampler(ds, world, rank, drop_last=True)
    return data.DataLoader(ds, batch_size=4, sampler=sampler, drop_last=True)


def main():
    opts = get_argparser().parse_args()
    env = os.environ
    world, rank = int(env.get("WORLD_SIZE", 1)), int(env.get("RANK", 0))
    if world > 1:
        dist.init_process_group("gloo")
    torch.manual_seed(opts.random_seed)
    model = network.deeplab()
    network.set_classes(model, opts.num_classes)
    if world > 1:
        model = nn.parallel.DistributedDataParallel(model)
    raw = model.module if world > 1 else model
    optimizer = torch.optim.SGD([
        {"params": raw.backbone.parameters(), "lr": 0.001},
        {"params": raw.aspp.parameters(), "lr": 0.01},
        {"params": raw.classifier.parameters(), "lr": 0.01},
    ], lr=0.01, momentum=0.9, weight_decay=opts.weight_decay)
    criterion = nn.CrossEntropyLoss(ignore_index=255)
    scaler = torch.cuda.amp.GradScaler()
    cur_itrs, epoch = 0, 0
    loader = get_loader(opts, world, rank)
    while True:
        loader.sampler.set_epoch(epoch)
        for images, labels in loader:
            cur_itrs += 1
            optimizer.zero_grad()
            with torch.cuda.amp.autocast():
                outputs = model(images)
                loss = criterion(outputs, labels)
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), 10.0)
            scaler.step(optimizer)
            scaler.update()
            if rank == 0:
                print("Itrs %d/%d, Loss=%f" % (cur_itrs, opts.total_itrs, loss.item()))
            if cur_itrs >= opts.total_itrs:
                return
        epoch += 1


if __name__ == "__main__":
    main()
