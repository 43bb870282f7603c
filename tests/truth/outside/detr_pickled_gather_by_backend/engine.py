import math
import sys

import torch

import util.misc as utils


def train_one_epoch(model, criterion, loader, optimizer, device, epoch, max_norm=0.1):
    model.train()
    for samples, targets in loader:
        samples, targets = samples.to(device), targets.to(device)
        loss_dict = {"loss_ce": criterion(model(samples), targets)}
        reduced = utils.reduce_dict({k: v.detach() for k, v in loss_dict.items()})
        value = sum(reduced.values()).item()
        if not math.isfinite(value):
            print("Loss is {}, stopping training".format(value))
            sys.exit(1)
        optimizer.zero_grad()
        sum(loss_dict.values()).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
    print("epoch", epoch, value)


@torch.no_grad()
def evaluate(model, loader, device):
    model.eval()
    results = {}
    for i, (samples, targets) in enumerate(loader):
        hit = model(samples.to(device)).argmax(1).eq(targets.to(device))
        results[i] = hit.float().mean().item()
    merged = {}
    for part in utils.all_gather(results):
        merged.update(part)
    return sum(merged.values()) / len(merged)
