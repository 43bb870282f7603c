import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(4 * 6 * 6, 10)

    def forward(self, x):
        return F.log_softmax(self.fc(torch.flatten(F.relu(self.conv1(x)), 1)), dim=1)


def setup():
    """Returns rank, local rank and world size; starts the group if a launcher started us."""
    if 'WORLD_SIZE' not in os.environ or int(os.environ['WORLD_SIZE']) == 1:
        return 0, 0, 1
    backend = 'nccl' if torch.cuda.is_available() else 'gloo'
    dist.init_process_group(backend=backend)
    local_rank = int(os.environ['LOCAL_RANK'])
    if torch.cuda.is_available():
        torch.cuda.set_device(local_rank)
    return dist.get_rank(), local_rank, dist.get_world_size()


def main():
    parser = argparse.ArgumentParser(description='PyTorch MNIST Example')
    parser.add_argument('--batch-size', type=int, default=16)
    parser.add_argument('--epochs', type=int, default=2)
    parser.add_argument('--lr', type=float, default=0.5)
    parser.add_argument('--gamma', type=float, default=0.7)
    parser.add_argument('--no-cuda', action='store_true', default=False, help='disables CUDA training')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--amp', action='store_true')
    args = parser.parse_args()
    rank, local_rank, world_size = setup()
    use_cuda = not args.no_cuda and torch.cuda.is_available()
    torch.manual_seed(args.seed)
    device = torch.device('cuda', local_rank) if use_cuda else torch.device('cpu')
    train_kwargs = {'batch_size': args.batch_size}
    if use_cuda:
        train_kwargs.update({'num_workers': 1, 'pin_memory': True})
    g = torch.Generator().manual_seed(0)
    dataset = TensorDataset(torch.randn(64, 1, 8, 8, generator=g), torch.randint(0, 10, (64,), generator=g))
    sampler = DistributedSampler(dataset) if world_size > 1 else None
    loader = DataLoader(dataset, sampler=sampler, shuffle=(sampler is None), **train_kwargs)
    model = Net().to(device)
    if world_size > 1:
        model = DDP(model, device_ids=[local_rank] if use_cuda else None)
    optimizer = torch.optim.Adadelta(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=args.gamma)
    scaler = torch.cuda.amp.GradScaler() if use_cuda and args.amp else None
    for epoch in range(1, args.epochs + 1):
        if sampler is not None:
            sampler.set_epoch(epoch)
        model.train()
        for data, target in loader:
            data, target = data.to(device), target.to(device)
            optimizer.zero_grad()
            if scaler is not None:
                with torch.cuda.amp.autocast():
                    loss = F.nll_loss(model(data), target)
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
            else:
                loss = F.nll_loss(model(data), target)
                loss.backward()
                optimizer.step()
        scheduler.step()
        if rank == 0:
            print(f'Train Epoch: {epoch} Loss: {loss.item():.6f}')
            torch.save((model.module if world_size > 1 else model).state_dict(), 'mnist_cnn.pt')
    if world_size > 1:
        dist.barrier()
        dist.destroy_process_group()


if __name__ == '__main__':
    main()
