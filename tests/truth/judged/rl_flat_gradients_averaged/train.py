import argparse
import os

import torch
import torch.distributed as dist
from torch._utils import _flatten_dense_tensors, _unflatten_dense_tensors

from policy import ActorCritic, rollout


class ParamSync:
    """Keeps the workers alike: everyone starts from rank 0 and averages what it learns."""

    def __init__(self, module, world):
        self.module, self.world = module, world

    def __enter__(self):
        with torch.no_grad():
            for t in self.module.state_dict().values():
                dist.broadcast(t, 0)
        return self

    def __exit__(self, *exc):
        return False

    def __call__(self):
        grads = [p.grad for p in self.module.parameters() if p.grad is not None]
        flat = _flatten_dense_tensors(grads)
        dist.all_reduce(flat)
        flat.div_(self.world)
        for g, new in zip(grads, _unflatten_dense_tensors(flat, grads)):
            g.copy_(new)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--updates", type=int, default=4)
    parser.add_argument("--cuda", action="store_true", default=False)
    args = parser.parse_args()
    rank, world = (int(os.environ[k]) for k in ("RANK", "WORLD_SIZE"))
    dist.init_process_group("gloo", rank=rank, world_size=world)
    torch.manual_seed(100 + rank)
    net = ActorCritic()
    if args.cuda:
        net.cuda(rank)
    optimizer = torch.optim.RMSprop(net.parameters(), lr=1e-2)
    with ParamSync(net, world) as sync:
        for update in range(args.updates):
            loss = rollout(net)
            optimizer.zero_grad()
            loss.backward()
            sync()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            if not rank:
                print(update, loss.item())
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
