import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.algorithms.join import Join
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader

from shards import Shard, documents


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = DistributedDataParallel(nn.Sequential(nn.Embedding(20, 8), nn.Linear(8, 20)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    shard = Shard(documents(33), dist.get_rank(), dist.get_world_size())
    for epoch in range(2):
        shard.seed = epoch
        with Join([model]):
            for tokens in DataLoader(shard, batch_size=4):
                logits = model(tokens[:, :-1])
                loss = nn.functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        with torch.no_grad():
            for p in model.parameters():
                dist.broadcast(p, 0)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
