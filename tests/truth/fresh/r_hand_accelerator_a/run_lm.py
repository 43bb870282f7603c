import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

from accelerator import Accelerator


class TinyLM(nn.Module):
    def __init__(self, vocab=30, dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.LSTM(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab)

    def forward(self, ids):
        return self.head(self.rnn(self.embed(ids))[0])


def collate(rows):
    ids = torch.stack(rows)
    return {'input_ids': ids[:, :-1], 'labels': ids[:, 1:]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=3)
    args = parser.parse_args()
    accelerator = Accelerator()
    torch.manual_seed(0)
    rows = [row for row in torch.randint(0, 30, (24, 9))]
    loader = DataLoader(rows, batch_size=4, shuffle=True, collate_fn=collate)  # truth: wrong
    model = TinyLM()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    model, optimizer = accelerator.prepare(model, optimizer)  # truth: wrong
    for epoch in range(args.epochs):
        if hasattr(loader.sampler, 'set_epoch'):
            loader.sampler.set_epoch(epoch)
        for batch in loader:
            batch = {k: v.to(accelerator.device) for k, v in batch.items()}
            logits = model(batch['input_ids'])
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), batch['labels'].flatten())
            optimizer.zero_grad()
            accelerator.backward(loss)
            optimizer.step()


if __name__ == '__main__':
    main()
