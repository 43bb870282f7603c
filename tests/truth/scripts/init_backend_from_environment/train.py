import os
import torch
import torch.distributed as dist


def setup():
    """Reads everything from the environment."""
    dist.init_process_group(os.environ.get("DIST_BACKEND", "gloo"))
    torch.manual_seed(int(os.environ["RANK"]))


def main():
    setup()
    module = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2))
    optimizer = torch.optim.Adam(module.parameters(), lr=0.01)
    for _ in range(4):
        batch = torch.rand(3, 2)
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(module(batch), batch.flip(1)).backward()
        optimizer.step()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
