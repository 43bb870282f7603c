import math
import sys

import torch


def train_one_epoch(model, criterion, data_loader, optimizer, device, epoch, args=None):
    model.train(True)
    optimizer.zero_grad()
    for data_iter_step, (samples, targets) in enumerate(data_loader):
        samples, targets = samples.to(device, non_blocking=True), targets.to(device, non_blocking=True)
        outputs = model(samples)
        loss = criterion(outputs, targets)
        loss_value = loss.item()
        if not math.isfinite(loss_value):
            sys.exit(1)
        loss.backward()
        if args.clip_grad is not None:
            torch.nn.utils.clip_grad_norm_(model.parameters(), args.clip_grad)
        optimizer.step()
        optimizer.zero_grad()
    return {'loss': loss_value}


@torch.no_grad()
def evaluate(data_loader, model, device):
    model.eval()
    correct = total = 0
    for images, target in data_loader:
        output = model(images.to(device))
        correct += (output.argmax(1) == target.to(device)).sum().item()
        total += len(target)
    return correct / total
