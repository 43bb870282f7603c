import argparse
import os

import torch
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as NativeDDP

from models import create_model

parser = argparse.ArgumentParser(description='Fine-tuning')
parser.add_argument('--model', default='convnet_nano')
parser.add_argument('--num-classes', type=int, default=3)
parser.add_argument('--device', default='cuda')
parser.add_argument('--epochs', type=int, default=2)
parser.add_argument('--smoothing', type=float, default=0.1)


def unwrap(model):
    return model.module if hasattr(model, 'module') else model


def init_distributed_device(args):
    args.distributed = int(os.environ.get('WORLD_SIZE', 1)) > 1
    args.rank = 0
    device = torch.device(args.device)
    if args.distributed:
        backend = {'cuda': 'nccl', 'cpu': 'gloo'}[device.type]
        torch.distributed.init_process_group(backend)
        args.rank = torch.distributed.get_rank()
        if device.type == 'cuda':
            device = torch.device('cuda', int(os.environ['LOCAL_RANK']))
            torch.cuda.set_device(device)
    return device


def main():
    args = parser.parse_args()
    device = init_distributed_device(args)
    torch.manual_seed(42)
    model = create_model(args.model)
    model.to(device)
    if args.distributed:
        model = NativeDDP(model, device_ids=None if device.type == 'cpu' else [device])
    unwrap(model).reset_classifier(args.num_classes)  # truth: dies
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True)
    g = torch.Generator().manual_seed(0)
    dataset = torch.utils.data.TensorDataset(
        torch.randn(24, 3, 8, 8, generator=g),
        torch.randint(0, args.num_classes, (24,), generator=g))
    sampler = torch.utils.data.DistributedSampler(dataset) if args.distributed else None
    loader = torch.utils.data.DataLoader(dataset, 4, sampler=sampler, shuffle=sampler is None)
    loss_fn = nn.CrossEntropyLoss(label_smoothing=args.smoothing).to(device)
    for epoch in range(args.epochs):
        if args.distributed and hasattr(loader.sampler, 'set_epoch'):
            loader.sampler.set_epoch(epoch)
        for x, y in loader:
            loss = loss_fn(model(x.to(device)), y.to(device))  # truth: dies
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if args.rank == 0:
            print(f'Train: {epoch} loss {loss.item():.3f}')
            torch.save(unwrap(model).state_dict(), 'last.pth.tar')


if __name__ == '__main__':
    main()
