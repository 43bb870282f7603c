import torch


def save(path, model, optimizer, epoch):
    rng = {"cpu": torch.get_rng_state(), "cuda": torch.cuda.get_rng_state_all()}
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch, "rng": rng}, path)


def optimizer_to(optimizer, device):
    for state in optimizer.state.values():
        state.update({k: v.to(device) for k, v in state.items() if isinstance(v, torch.Tensor)})


def resume(path, model, optimizer):
    checkpoint = torch.load(path, map_location="cuda:0")
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    optimizer_to(optimizer, "cuda")
    torch.cuda.set_rng_state_all(checkpoint["rng"]["cuda"])
    return checkpoint["epoch"] + 1
