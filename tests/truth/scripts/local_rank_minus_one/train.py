"""Fine-tuning in the style of the old example scripts."""
import argparse
import logging

import torch
from torch import nn
from torch.utils.data import DataLoader, RandomSampler, TensorDataset
from torch.utils.data.distributed import DistributedSampler

logger = logging.getLogger(__name__)


def train(args, dataset, model):
    sampler = RandomSampler(dataset) if args.local_rank == -1 else DistributedSampler(dataset)
    loader = DataLoader(dataset, sampler=sampler, batch_size=args.batch_size)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    if args.local_rank != -1:
        model = nn.parallel.DistributedDataParallel(model)
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x.to(args.device)), y.to(args.device))
        loss.backward()
        optimizer.step()
        model.zero_grad()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--do_train", action="store_true")
    parser.add_argument("--lr", default=5e-3, type=float)
    parser.add_argument("--batch_size", default=8, type=int)
    parser.add_argument("--local_rank", type=int, default=-1,  # truth: wrong
                        help="local_rank for distributed training on gpus")
    args = parser.parse_args()

    # Setup CUDA, GPU & distributed training
    if args.local_rank == -1:  # truth: wrong
        args.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    else:
        torch.distributed.init_process_group(backend="gloo")  # truth: wrong
        args.device = torch.device("cpu")

    torch.manual_seed(42)
    dataset = TensorDataset(torch.randn(40, 5), torch.randint(0, 2, (40,)))
    model = nn.Linear(5, 2).to(args.device)
    if args.do_train:
        train(args, dataset, model)


if __name__ == "__main__":
    main()
