import argparse
import logging
import random

import numpy as np
import torch
from torch.utils.data import DataLoader, RandomSampler, TensorDataset
from torch.utils.data.distributed import DistributedSampler

logger = logging.getLogger(__name__)


class Classifier(torch.nn.Module):
    def __init__(self, vocab=50, dim=16, labels=2):
        super().__init__()
        self.embeddings = torch.nn.Embedding(vocab, dim)
        self.classifier = torch.nn.Linear(dim, labels)

    def forward(self, input_ids, labels=None):
        logits = self.classifier(self.embeddings(input_ids).mean(1))
        loss = torch.nn.functional.cross_entropy(logits, labels) if labels is not None else None
        return loss, logits


def set_seed(args):
    random.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    if args.n_gpu > 0:
        torch.cuda.manual_seed_all(args.seed)


def train(args, train_dataset, model):
    args.train_batch_size = args.per_gpu_train_batch_size * max(1, args.n_gpu)
    train_sampler = RandomSampler(train_dataset) if args.local_rank == -1 else DistributedSampler(train_dataset)
    train_dataloader = DataLoader(train_dataset, sampler=train_sampler, batch_size=args.train_batch_size)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.learning_rate)
    if args.local_rank != -1:
        model = torch.nn.parallel.DistributedDataParallel(model, find_unused_parameters=True)
    for epoch in range(int(args.num_train_epochs)):
        if args.local_rank != -1:
            train_sampler.set_epoch(epoch)
        for step, batch in enumerate(train_dataloader):
            model.train()
            batch = tuple(t.to(args.device) for t in batch)
            loss, _ = model(input_ids=batch[0], labels=batch[1])
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            model.zero_grad()
        logger.info("epoch %d loss %.4f", epoch, loss.item())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--per_gpu_train_batch_size", default=8, type=int)
    parser.add_argument("--learning_rate", default=5e-3, type=float)
    parser.add_argument("--num_train_epochs", default=2.0, type=float)
    parser.add_argument("--no_cuda", action="store_true", help="Avoid using CUDA when available")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--local_rank", type=int, default=-1, help="For distributed training: local_rank")  # truth: wrong
    args = parser.parse_args()

    if args.local_rank == -1 or args.no_cuda:
        device = torch.device("cuda" if torch.cuda.is_available() and not args.no_cuda else "cpu")
        args.n_gpu = 0 if args.no_cuda else torch.cuda.device_count()
    if args.local_rank != -1:  # truth: wrong
        device = torch.device("cpu")
        torch.distributed.init_process_group(backend="gloo")
        args.n_gpu = 0
    args.device = device
    logging.basicConfig(level=logging.INFO if args.local_rank in [-1, 0] else logging.WARN)
    logger.warning("Process rank: %s, device: %s, distributed training: %s", args.local_rank, device, bool(args.local_rank != -1))
    set_seed(args)
    g = torch.Generator().manual_seed(0)
    ids = torch.randint(0, 50, (64, 6), generator=g)
    dataset = TensorDataset(ids, (ids.sum(1) % 2))
    model = Classifier()
    model.to(args.device)
    train(args, dataset, model)


if __name__ == "__main__":
    main()
