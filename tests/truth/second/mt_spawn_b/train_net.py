import argparse

import torch
import torch.distributed as dist
from torch import nn

from nmt.launch import launch


class Seq2Seq(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.enc = nn.GRU(dim, dim, batch_first=True)
        self.dec = nn.GRU(dim, dim, batch_first=True)
        self.cls = nn.Linear(dim, vocab)

    def forward(self, src, tgt):
        _, state = self.enc(self.emb(src))
        out, _ = self.dec(self.emb(tgt[:, :-1]), state)
        return nn.functional.cross_entropy(self.cls(out).flatten(0, 1), tgt[:, 1:].flatten())


def main(args):
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Seq2Seq(30, 12).to(device)
    rank = 0
    if dist.is_initialized():
        rank = dist.get_rank()
        model = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.Adam(model.parameters())
    pairs = torch.Generator().manual_seed(args.seed + rank)
    for it in range(args.max_iter):
        src, tgt = (torch.randint(0, 30, (4, n), generator=pairs).to(device) for n in (6, 5))
        loss = model(src, tgt)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"iter {it} loss {loss.item():.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--num-gpus", type=int, default=2, help="processes *per machine*")
    parser.add_argument("--num-machines", type=int, default=1)
    parser.add_argument("--machine-rank", type=int, default=0)
    parser.add_argument("--dist-url", default="env://")  # truth: dies
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-iter", type=int, default=3)
    args = parser.parse_args()
    launch(main, args.num_gpus, args.num_machines, args.machine_rank, args.dist_url, (args,))
