import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP


def main():
    # DDP setup
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    device = rank % torch.cuda.device_count()  # truth: dies
    seed = 3 * dist.get_world_size() + rank
    torch.manual_seed(seed)
    torch.cuda.set_device(device)  # truth: dies
    print(f"Starting rank={rank}, seed={seed}.")
    model = DDP(torch.nn.Linear(5, 5).to(device), device_ids=[device])  # truth: dies
    opt = torch.optim.AdamW(model.parameters(), lr=1e-4, weight_decay=0)
    for _ in range(4):
        x = torch.randn(2, 5).to(device)  # truth: dies
        opt.zero_grad()
        (model(x) - x).square().mean().backward()
        opt.step()


if __name__ == "__main__":
    main()
