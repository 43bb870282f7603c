import torch


@torch.no_grad()
def run(model, dataloader, half=True):
    device = next(model.parameters()).device
    half &= device.type != 'cpu'
    if half:
        model.half()
    model.eval()
    hits = seen = 0
    for im, target in dataloader:
        im = im.to(device, non_blocking=True)
        im = im.half() if half else im.float()
        out = model(im / 255)
        hits += (out.argmax(1) == target.to(device)).sum().item()
        seen += len(target)
    model.float()
    return hits / seen
