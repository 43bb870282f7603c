import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

import distributed_utils
import options


class TransformerModel(nn.Module):
    def __init__(self, vocab=40, dim=16):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.net = nn.Transformer(dim, 2, 1, 1, 32, dropout=0.0, batch_first=True)
        self.proj = nn.Linear(dim, vocab)

    def forward(self, src, prev):
        return self.proj(self.net(self.embed(src), self.embed(prev)))


def batches(args, count, pad=1):
    gen = torch.Generator().manual_seed(5)
    for index in range(count * args.distributed_world_size):
        src = torch.randint(2, 40, (4, 7), generator=gen)
        tgt = torch.randint(2, 40, (4, 6), generator=gen)
        if index % args.distributed_world_size == args.distributed_rank:
            yield src.to(args.device), tgt.to(args.device)


def main(args):
    torch.manual_seed(1)
    model = TransformerModel().to(args.device)
    if args.distributed_world_size > 1:
        ids = [args.device_id] if args.device.type == "cuda" else None
        model = DDP(model, device_ids=ids, bucket_cap_mb=args.ddp_bucket_cap_mb)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-4, betas=(0.9, 0.98))
    for src, tgt in batches(args, args.max_update):
        logits = model(src, tgt[:, :-1])
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total, ntokens = distributed_utils.all_reduce_sum([loss.item(), 1], args.device)
        if args.distributed_rank == 0:
            print(f"| loss {total / ntokens:.3f}")


def cli_main():
    args = options.get_training_parser().parse_args()
    distributed_utils.infer_init_method(args)
    distributed_utils.distributed_init(args)
    main(args)


if __name__ == "__main__":
    cli_main()
