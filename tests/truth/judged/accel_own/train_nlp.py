import argparse

import torch
from torch.utils.data import DataLoader, TensorDataset

from accel import Accelerator


class BagOfWords(torch.nn.Module):
    def __init__(self, vocab=60, dim=12):
        super().__init__()
        self.bag = torch.nn.EmbeddingBag(vocab, dim)
        self.fc = torch.nn.Linear(dim, 2)

    def forward(self, ids):
        return self.fc(self.bag(ids))


def get_dataloaders(batch_size):
    g = torch.Generator().manual_seed(0)
    ids = torch.randint(0, 60, (80, 8), generator=g)
    labels = (ids[:, 0] > 30).long()
    train = DataLoader(TensorDataset(ids[:64], labels[:64]), shuffle=True, batch_size=batch_size)
    evals = DataLoader(TensorDataset(ids[64:], labels[64:]), shuffle=False, batch_size=batch_size)
    return train, evals


def training_function(args):
    accelerator = Accelerator(cpu=args.cpu)
    torch.manual_seed(args.seed)
    train_dataloader, eval_dataloader = get_dataloaders(args.batch_size)
    model = BagOfWords()
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    model, optimizer, eval_dataloader = accelerator.prepare(model, optimizer, eval_dataloader)  # truth: wrong
    for epoch in range(args.num_epochs):
        model.train()
        for ids, labels in train_dataloader:  # truth: wrong
            ids, labels = ids.to(accelerator.device), labels.to(accelerator.device)
            loss = torch.nn.functional.cross_entropy(model(ids), labels)
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        model.eval()
        correct = 0
        with torch.no_grad():
            for ids, labels in eval_dataloader:
                correct += (model(ids.to(accelerator.device)).argmax(-1).cpu() == labels).sum().item()
        accelerator.print(f'epoch {epoch}: {correct}')


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description='Simple example of training script.')
    parser.add_argument('--cpu', action='store_true')
    parser.add_argument('--seed', type=int, default=42)
    parser.add_argument('--lr', type=float, default=0.01)
    parser.add_argument('--batch_size', type=int, default=8)
    parser.add_argument('--num_epochs', type=int, default=2)
    training_function(parser.parse_args())
