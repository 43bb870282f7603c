import os

import torch


def save(path, model, optimizer, epoch):
    state = dict(model=model.state_dict(), optimizer=optimizer.state_dict(), epoch=epoch)
    state["rng"] = dict(cpu=torch.get_rng_state(), cuda=torch.cuda.get_rng_state_all())
    torch.save(state, path + ".tmp")
    os.replace(path + ".tmp", path)


def load(path, model, optimizer, device):
    if not os.path.exists(path):
        return 0
    state = torch.load(path, map_location={"cuda:0": str(device)})
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    torch.set_rng_state(state["rng"]["cpu"])
    torch.cuda.set_rng_state_all(state["rng"]["cuda"])
    torch.cuda.empty_cache()
    return state["epoch"] + 1
