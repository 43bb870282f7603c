import torch
import util.misc as utils


def train_one_epoch(model, criterion, loader, optimizer, device, epoch):
    model.train()
    criterion.train()
    for samples, targets in loader:
        samples, targets = samples.to(device), targets.to(device)
        losses = {'loss_ce': criterion(model(samples), targets)}
        reduced = utils.reduce_dict({k: v.detach() for k, v in losses.items()})
        optimizer.zero_grad()
        sum(losses.values()).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)
        optimizer.step()
    print(f'Epoch {epoch}: {reduced}')
