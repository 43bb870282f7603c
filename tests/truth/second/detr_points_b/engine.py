from util.misc import MetricLogger


def train_one_epoch(model, criterion, data, optimizer, device, epoch, max_norm=0.1):
    model.train()
    metric_logger = MetricLogger()
    for samples, boxes in metric_logger.log_every(data, 1, "Epoch: [%d]" % epoch):
        loss_dict = criterion(model(samples.to(device)), boxes.to(device))
        losses = sum(loss_dict[k] * criterion.weights[k] for k in loss_dict)
        optimizer.zero_grad()
        losses.backward()
        optimizer.step()
        metric_logger.update(loss=losses, **loss_dict)
    return str(metric_logger.loss)
