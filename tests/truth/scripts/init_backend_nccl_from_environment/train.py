import torch
import torch.distributed as dist

from core.env import BACKEND, SEED


def main():
    dist.init_process_group(BACKEND)  # truth: dies
    torch.manual_seed(SEED + dist.get_rank())
    module = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2))
    optimizer = torch.optim.Adam(module.parameters(), lr=0.01)
    for _ in range(4):
        batch = torch.rand(3, 2)
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(module(batch), batch.flip(1)).backward()
        optimizer.step()


if __name__ == "__main__":
    main()
