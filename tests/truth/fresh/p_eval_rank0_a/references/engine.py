import torch
import torch.distributed as dist
import torch.nn.functional as F


def on_main():
    return not dist.is_initialized() or dist.get_rank() == 0


def train_one_epoch(model, optimizer, loader):
    model.train()
    for image, target in loader:
        loss = F.cross_entropy(model(image), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


@torch.inference_mode()
def evaluate(model, loader):
    model.eval()
    correct = total = 0
    for image, target in loader:
        correct += (model(image).argmax(1) == target).sum().item()  # truth: dies
        total += len(target)
    return correct / total
