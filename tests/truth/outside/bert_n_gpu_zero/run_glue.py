"""In the manner of the first scripts that trained BERT."""
import argparse
import logging
import os
import random

import torch
from torch import nn
from torch.utils.data import DataLoader, RandomSampler, SequentialSampler, TensorDataset
from torch.utils.data.distributed import DistributedSampler

try:
    from torch.utils.tensorboard import SummaryWriter
except ImportError:
    SummaryWriter = None

logger = logging.getLogger(__name__)


def set_seed(args):
    random.seed(args.seed)
    torch.manual_seed(args.seed)
    if args.n_gpu > 0:
        torch.cuda.manual_seed_all(args.seed)


def train(args, train_dataset, model):
    args.train_batch_size = args.per_gpu_train_batch_size * max(1, args.n_gpu)
    train_sampler = RandomSampler(train_dataset) if args.local_rank == -1 else DistributedSampler(train_dataset)
    train_dataloader = DataLoader(train_dataset, sampler=train_sampler, batch_size=args.train_batch_size)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.learning_rate)
    if args.fp16:
        try:
            from apex import amp
        except ImportError:
            raise ImportError("Please install apex from https://www.github.com/nvidia/apex to use fp16 training.")
        model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    if args.n_gpu > 1:
        model = nn.DataParallel(model)
    if args.local_rank != -1:
        model = nn.parallel.DistributedDataParallel(
            model, device_ids=[args.local_rank] if args.n_gpu else None,
            output_device=args.local_rank if args.n_gpu else None, find_unused_parameters=True)
    for epoch in range(args.num_train_epochs):
        if args.local_rank != -1:
            train_sampler.set_epoch(epoch)
        for batch in train_dataloader:
            batch = tuple(t.to(args.device) for t in batch)
            loss = nn.functional.cross_entropy(model(batch[0]), batch[1])
            if args.n_gpu > 1:
                loss = loss.mean()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            model.zero_grad()


def evaluate(args, model, dataset):
    if args.n_gpu > 1 and not isinstance(model, nn.DataParallel):
        model = nn.DataParallel(model)
    hits = 0
    for batch in DataLoader(dataset, 8, sampler=SequentialSampler(dataset)):
        batch = tuple(t.to(args.device) for t in batch)
        hits += (model(batch[0]).argmax(1) == batch[1]).sum().item()
    return hits / len(dataset)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--do_train", action="store_true")
    parser.add_argument("--no_cuda", action="store_true", help="Avoid using CUDA when available")
    parser.add_argument("--fp16", action="store_true")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--learning_rate", type=float, default=5e-3)
    parser.add_argument("--num_train_epochs", type=int, default=2)
    parser.add_argument("--per_gpu_train_batch_size", type=int, default=8)
    parser.add_argument("--local_rank", type=int, default=int(os.environ.get("LOCAL_RANK", -1)))
    args = parser.parse_args()
    # Setup CUDA, GPU & distributed training
    if args.local_rank == -1 or args.no_cuda:
        device = torch.device("cuda" if torch.cuda.is_available() and not args.no_cuda else "cpu")
        args.n_gpu = 0 if args.no_cuda else torch.cuda.device_count()
    elif torch.cuda.is_available():
        torch.cuda.set_device(args.local_rank)
        device = torch.device("cuda", args.local_rank)
        torch.distributed.init_process_group(backend="nccl")
        args.n_gpu = 1
    else:
        device = torch.device("cpu")
        torch.distributed.init_process_group(backend="gloo")
        args.n_gpu = 0
    args.device = device
    logger.warning("Process rank: %s, device: %s, n_gpu: %s, 16-bits: %s",
                   args.local_rank, device, args.n_gpu, args.fp16)
    set_seed(args)
    model = nn.Linear(6, 3)
    if args.local_rank not in [-1, 0]:
        torch.distributed.barrier()
    model.to(args.device)
    if args.local_rank == 0:
        torch.distributed.barrier()
    data = TensorDataset(torch.randn(32, 6), torch.randint(0, 3, (32,)))
    if args.do_train:
        train(args, data, model)
    if args.local_rank in [-1, 0]:
        print(evaluate(args, model, data))


if __name__ == "__main__":
    main()
