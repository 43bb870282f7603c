import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def epoch_loader(dataset):
    # new for each epoch, so that the samples are shuffled again
    sampler = DistributedSampler(dataset, shuffle=True)  # truth: wrong
    return DataLoader(dataset, batch_size=4, sampler=sampler)  # truth: wrong


def main():
    dist.init_process_group('gloo')
    torch.manual_seed(0)
    dataset = TensorDataset(torch.randn(24, 6))
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(6, 6))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for (x,) in epoch_loader(dataset):  # truth: wrong
            optimizer.zero_grad()
            torch.nn.functional.smooth_l1_loss(model(x), x).backward()
            optimizer.step()


if __name__ == '__main__':
    main()
