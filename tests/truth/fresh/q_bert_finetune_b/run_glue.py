import argparse
import os
import random

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler

from modeling import TinyBert, grouped_parameters, load_dataset

NUM_LABELS = {'sst2': 2, 'mnli4': 4}


def set_seed(seed):
    random.seed(seed)
    torch.manual_seed(seed)
    if torch.cuda.device_count() > 0:
        torch.cuda.manual_seed_all(seed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--task_name', default='mnli4', choices=sorted(NUM_LABELS))
    parser.add_argument('--weight_decay', type=float, default=0.01)
    parser.add_argument('--epochs', type=int, default=2)
    parser.add_argument('--no_cuda', action='store_true')
    args = parser.parse_args()

    use_cuda = torch.cuda.is_available() and not args.no_cuda
    dist.init_process_group(backend='nccl' if use_cuda else 'gloo')
    local_rank = int(os.environ['LOCAL_RANK'])
    device = torch.device('cuda', local_rank) if use_cuda else torch.device('cpu')
    set_seed(2022)

    model = TinyBert().to(device)
    model = DDP(model, device_ids=[local_rank] if use_cuda else None)
    model.module.resize_head(NUM_LABELS[args.task_name]).to(device)  # truth: dies
    optimizer = torch.optim.AdamW(grouped_parameters(model, args.weight_decay), lr=1e-3)

    dataset = load_dataset(labels=NUM_LABELS[args.task_name])
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=8, sampler=sampler)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for batch in loader:
            input_ids, labels = (t.to(device) for t in batch)
            loss, _ = model(input_ids, labels)  # truth: dies
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            model.zero_grad()
    if dist.get_rank() == 0:
        os.makedirs('ckpt', exist_ok=True)
        torch.save(model.module.state_dict(), f'ckpt/{args.task_name}.bin')
    dist.barrier()


if __name__ == '__main__':
    main()
