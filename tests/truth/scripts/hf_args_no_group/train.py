# Fine-tuning script with HuggingFace-like arguments.
import argparse
import logging
import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

logger = logging.getLogger(__name__)


def set_seed(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def parse_args():
    parser = argparse.ArgumentParser(description="Finetune a classifier")
    parser.add_argument("--learning_rate", type=float, default=5e-3)
    parser.add_argument("--num_train_epochs", type=int, default=3)
    parser.add_argument("--per_device_train_batch_size", type=int, default=8)
    parser.add_argument("--seed", type=int, default=13)
    return parser.parse_args()


def main():
    args = parse_args()
    set_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    features = torch.randn(48, 6)
    labels = (features.sum(1) > 0).long()
    train_dataloader = DataLoader(TensorDataset(features, labels), shuffle=True,
                                  batch_size=args.per_device_train_batch_size)
    model = nn.Linear(6, 2).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.learning_rate)  # truth: wrong
    for _ in range(args.num_train_epochs):
        for batch in train_dataloader:
            x, y = (t.to(device) for t in batch)
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()  # truth: wrong
            optimizer.zero_grad()
    logger.info("done")


if __name__ == "__main__":  # truth: wrong
    main()  # truth: wrong
