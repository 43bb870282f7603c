import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel

from data import TokenStream, write_shards
from tokenizer import CharTokenizer


class RNNLM(nn.Module):
    def __init__(self, vocab, dim=24):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, vocab)

    def forward(self, ids):
        hidden, _ = self.rnn(self.emb(ids[:, :-1]))
        logits = self.out(hidden)
        return nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seq-len', type=int, default=12)
    parser.add_argument('--batch-size', type=int, default=2)
    parser.add_argument('--steps', type=int, default=4)
    parser.add_argument('--seed', type=int, default=11)
    return parser.parse_args()


def main():
    args = parse()
    torch.manual_seed(args.seed)
    device = torch.device('cpu')
    if torch.cuda.is_available():
        device = torch.device('cuda', int(os.environ['LOCAL_RANK']))
        torch.cuda.set_device(device)
    dist.init_process_group('nccl' if device.type == 'cuda' else 'gloo')

    tokenizer = CharTokenizer()
    shards = write_shards(tokenizer, args.seq_len)
    stream = TokenStream(shards, rank=dist.get_rank(), world=dist.get_world_size())
    loader = torch.utils.data.DataLoader(stream, batch_size=args.batch_size)

    model = DistributedDataParallel(RNNLM(len(tokenizer)).to(device))
    optim = torch.optim.Adam(model.parameters(), lr=2e-3)
    for step, ids in enumerate(loader):
        if step == args.steps:
            break
        loss = model(ids.to(device))
        optim.zero_grad()
        loss.backward()
        optim.step()
        if dist.get_rank() == 0:
            print(step, round(loss.item(), 4))
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
