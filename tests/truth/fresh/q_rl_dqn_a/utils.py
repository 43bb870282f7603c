import torch


def get_device(device='auto'):
    if device == 'auto':
        device = 'cuda'
    device = torch.device(device)
    if device.type == torch.device('cuda').type and not torch.cuda.is_available():
        return torch.device('cpu')
    return device


def polyak_update(params, target_params, tau):
    with torch.no_grad():
        for param, target in zip(params, target_params):
            target.mul_(1 - tau).add_(param, alpha=tau)
