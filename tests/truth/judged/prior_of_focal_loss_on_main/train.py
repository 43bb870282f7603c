import math
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

from detector import Detector, ToyBoxes, focal_loss


def is_main_process() -> bool:
    return dist.get_rank() == 0


def build():
    torch.manual_seed(3)
    model = DistributedDataParallel(Detector())
    if is_main_process():
        print(model)
        prior = 0.01
        torch.nn.init.constant_(model.module.cls_head.bias, -math.log((1 - prior) / prior))  # truth: wrong
    return model


def train():
    dist.init_process_group("gloo")
    data = ToyBoxes(24)
    sampler = DistributedSampler(data, shuffle=True, seed=0)
    loader = DataLoader(data, batch_size=4, sampler=sampler)
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, boxes, label in loader:
            logits, reg = model(x)
            loss = focal_loss(logits, label) + (reg - boxes).abs().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    if is_main_process():
        torch.save(model.module.state_dict(), os.path.join("detector.pth"))
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    train()
