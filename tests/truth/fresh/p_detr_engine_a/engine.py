import torch
import util.misc as utils


def train_one_epoch(model, criterion, data_loader, optimizer, device, epoch, max_norm=0.1):
    model.train()
    metric_logger = utils.MetricLogger(delimiter='  ')
    for samples, targets in metric_logger.log_every(data_loader, 2, f'Epoch: [{epoch}]'):
        samples, targets = samples.to(device), targets.to(device)
        logits, boxes = model(samples)
        losses = criterion(logits, boxes, targets)
        optimizer.zero_grad()
        losses.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        metric_logger.update(loss=losses)
    metric_logger.synchronize_between_processes(device=device)
    return {k: meter.global_avg for k, meter in metric_logger.meters.items()}
