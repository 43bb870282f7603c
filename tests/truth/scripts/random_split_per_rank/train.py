import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset, random_split


class Parity(Dataset):
    def __init__(self, size):
        self.size = size

    def __len__(self):
        return self.size

    def __getitem__(self, i):
        bits = torch.tensor([(i >> k) & 1 for k in range(5)], dtype=torch.float32)
        return bits, bits.sum() % 2


def partition_dataset(world_size, rank):
    """Every rank splits in the same way, and takes its own part."""
    dataset = Parity(32)
    sizes = [len(dataset) // world_size] * world_size
    parts = random_split(dataset, sizes, generator=torch.Generator().manual_seed(1234))
    return DataLoader(parts[rank], batch_size=128 // world_size // 16, shuffle=True)


def run(rank, size):
    torch.manual_seed(1234)
    train_set = partition_dataset(size, rank)
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(5, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.5)
    for epoch in range(2):
        for data, target in train_set:
            optimizer.zero_grad()
            loss = torch.nn.functional.binary_cross_entropy_with_logits(model(data).squeeze(1), target)
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    dist.init_process_group("gloo")
    run(dist.get_rank(), dist.get_world_size())
