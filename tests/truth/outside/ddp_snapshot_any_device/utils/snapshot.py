import os

import torch


def load(path, model, device):
    if not os.path.exists(path):
        return 0
    snapshot = torch.load(path, map_location=device)
    model.load_state_dict(snapshot["model"])
    return snapshot["epoch"]


def save(path, model, epoch):
    torch.save({"model": model.module.state_dict(), "epoch": epoch}, path)
