import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, Dataset, DistributedSampler

from utils.nested import detach, move_data_to_device


class Pairs(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, i):
        x = torch.full((6,), i / 32)
        return {"image": x, "target": x.sum(0, keepdim=True)}


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    data = Pairs()
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler)
    model = DistributedDataParallel(torch.nn.Linear(6, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for batch in loader:
            batch = move_data_to_device(batch)
            optimizer.zero_grad()
            losses = {"mse": torch.nn.functional.mse_loss(model(batch["image"]), batch["target"])}
            sum(losses.values()).backward()
            optimizer.step()
        if dist.get_rank() == 0:
            print(detach(losses))


if __name__ == "__main__":
    main()
