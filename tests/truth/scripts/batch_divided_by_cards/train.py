import argparse
import torch
import torch.distributed as dist
import torch.nn as nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

parser = argparse.ArgumentParser(description='ImageNet-like training')
parser.add_argument('-b', '--batch-size', default=256, type=int,
                    help='total batch size of all cards on this node')
parser.add_argument('-j', '--workers', default=0, type=int)


def main():
    args = parser.parse_args()
    dist.init_process_group('gloo')
    ngpus_per_node = torch.cuda.device_count()
    args.batch_size = int(args.batch_size / ngpus_per_node)  # truth: dies
    args.workers = int((args.workers + ngpus_per_node - 1) / ngpus_per_node)  # truth: dies
    train_dataset = TensorDataset(torch.randn(64, 3), torch.randint(0, 2, (64,)))
    train_sampler = DistributedSampler(train_dataset)
    train_loader = DataLoader(train_dataset, batch_size=args.batch_size, num_workers=args.workers,
                              sampler=train_sampler)
    model = nn.parallel.DistributedDataParallel(nn.Linear(3, 2))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9, weight_decay=1e-4)
    for images, target in train_loader:
        loss = criterion(model(images), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == '__main__':
    main()
