import torch


def save_checkpoint(path, model, optimizer, epoch):
    torch.save({'model': model.state_dict(), 'optim': optimizer.state_dict(), 'epoch': epoch}, path)


def load_checkpoint(path, model, optimizer, local_rank):
    location = {'cuda:0': f'cuda:{local_rank}'}
    state = torch.load(path, map_location=location)
    model.load_state_dict(state['model'])
    optimizer.load_state_dict(state['optim'])
    return state['epoch']
