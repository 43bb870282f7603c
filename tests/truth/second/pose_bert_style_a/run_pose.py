"""Keypoint regression on toy joints."""
import argparse
import logging

import torch
from torch import nn
from torch.utils.data import DataLoader, RandomSampler, TensorDataset
from torch.utils.data.distributed import DistributedSampler

logger = logging.getLogger(__name__)


class Lifter(nn.Module):
    def __init__(self, joints=5, width=16):
        super().__init__()
        self.inp = nn.Linear(2 * joints, width)
        self.mid = nn.Linear(width, width)
        self.out = nn.Linear(width, 3 * joints)

    def forward(self, x):
        h = self.inp(x.flatten(1)).relu()
        return self.out(h + self.mid(h).relu()).unflatten(1, (-1, 3))


def setup(args):
    if args.local_rank == -1 or args.no_cuda:  # truth: wrong
        device = torch.device("cuda" if torch.cuda.is_available() and not args.no_cuda else "cpu")
        args.n_gpu = torch.cuda.device_count()
    else:
        backend = "gloo"
        device = torch.device("cpu")
        if torch.cuda.is_available():
            torch.cuda.set_device(args.local_rank)
            device, backend = torch.device("cuda", args.local_rank), "nccl"
        torch.distributed.init_process_group(backend=backend)
        args.n_gpu = 1
    args.device = device
    logging.basicConfig(level=logging.INFO if args.local_rank in (-1, 0) else logging.WARN)
    logger.warning("rank: %s, device: %s, distributed: %s", args.local_rank, device,
                   bool(args.local_rank != -1))


def train(args, dataset, model):
    sampler = RandomSampler(dataset) if args.local_rank == -1 else DistributedSampler(dataset)
    loader = DataLoader(dataset, sampler=sampler, batch_size=args.train_batch_size)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.learning_rate)
    if args.local_rank != -1:
        model = nn.parallel.DistributedDataParallel(
            model, device_ids=[args.local_rank] if args.device.type == "cuda" else None)
    for epoch in range(args.num_train_epochs):
        if hasattr(sampler, "set_epoch"):
            sampler.set_epoch(epoch)
        for step, batch in enumerate(loader):
            joints2d, joints3d = (t.to(args.device) for t in batch)
            loss = (model(joints2d) - joints3d).norm(dim=-1).mean()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            model.zero_grad()
        logger.info("epoch %d loss %.4f", epoch, loss.item())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train_batch_size", type=int, default=4)
    parser.add_argument("--learning_rate", type=float, default=5e-3)
    parser.add_argument("--num_train_epochs", type=int, default=2)
    parser.add_argument("--no_cuda", action="store_true")
    parser.add_argument("--local_rank", type=int, default=-1)  # truth: wrong
    args = parser.parse_args()
    setup(args)
    torch.manual_seed(42)
    dataset = TensorDataset(torch.randn(16, 5, 2), torch.randn(16, 5, 3))
    model = Lifter().to(args.device)
    train(args, dataset, model)


if __name__ == "__main__":
    main()
