# Fine-tuning script with HuggingFace-like arguments.
import argparse

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from common import prepare


def parse_args():
    parser = argparse.ArgumentParser(description="Finetune a classifier")
    parser.add_argument("--learning_rate", type=float, default=5e-3)
    parser.add_argument("--num_train_epochs", type=int, default=3)
    parser.add_argument("--per_device_train_batch_size", type=int, default=8)
    parser.add_argument("--seed", type=int, default=13)
    return parser.parse_args()


def main():
    args = parse_args()
    device = prepare(args.seed)
    features = torch.randn(48, 6)
    labels = (features.sum(1) > 0).long()
    dataset = TensorDataset(features, labels)
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, sampler=sampler, batch_size=args.per_device_train_batch_size)
    model = DistributedDataParallel(nn.Linear(6, 2).to(device))
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.learning_rate)
    for epoch in range(args.num_train_epochs):
        sampler.set_epoch(epoch)
        for batch in loader:
            x, y = (t.to(device) for t in batch)
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


if __name__ == "__main__":
    main()
