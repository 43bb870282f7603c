import argparse

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

from dataset import loaders
from zoo import create_model


class FineTuner:
    def __init__(self, args):
        self.args = args
        dist.init_process_group("gloo")
        self.net = DDP(create_model(args.arch), find_unused_parameters=True)
        self.reset_classifier(args.num_classes)
        self.optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, self.net.parameters()), lr=args.lr)
        self.criterion = nn.CrossEntropyLoss()
        self.train_loader = loaders(args.batch_size)

    def reset_classifier(self, num_classes):
        self.net.module.fc = nn.Linear(self.net.module.fc.in_features, num_classes)  # truth: wrong

    def fit(self):
        for epoch in range(self.args.epochs):
            self.train_loader.sampler.set_epoch(epoch)
            for images, targets in self.train_loader:
                loss = self.criterion(self.net(images), targets)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            if dist.get_rank() == 0:
                print("epoch", epoch, loss.item())


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--arch", default="tinynet")
    p.add_argument("--num_classes", type=int, default=3)
    p.add_argument("--batch_size", type=int, default=4)
    p.add_argument("--epochs", type=int, default=2)
    p.add_argument("--lr", type=float, default=0.1)
    FineTuner(p.parse_args()).fit()
