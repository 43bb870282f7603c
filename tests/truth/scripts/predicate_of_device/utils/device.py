import torch


def is_gpu(dev):
    return torch.device(dev).type == 'cuda'


def best_device():
    return 'cuda' if torch.cuda.is_available() else 'cpu'


def to_device(obj, dev):
    if is_gpu(dev):
        return obj.cuda(non_blocking=True) if torch.is_tensor(obj) else obj.cuda()
    return obj


def sync(dev):
    if is_gpu(dev):
        torch.cuda.synchronize()
