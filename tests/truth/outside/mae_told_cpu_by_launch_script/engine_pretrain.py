import torch

import util.misc as misc


def train_one_epoch(model, data_loader, optimizer, device, scaler, args):
    logger = misc.MetricLogger()
    optimizer.zero_grad()
    for step, (samples,) in enumerate(logger.log_every(data_loader, 4)):
        samples = samples.to(device, non_blocking=True)
        with torch.cuda.amp.autocast(enabled=args.device == 'cuda'):
            loss = model(samples)
        scaler.scale(loss / args.accum_iter).backward()
        if (step + 1) % args.accum_iter == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
        if device.type == 'cuda':
            torch.cuda.synchronize()
        logger.meters['loss'].update(loss.item())
    for meter in logger.meters.values():
        meter.synchronize(device)
