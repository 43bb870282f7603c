import argparse
import os

import torch
import torch.multiprocessing as mp
from torch.distributed import init_process_group
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from utils import load_checkpoint, scan_checkpoint

torch.backends.cudnn.benchmark = True


class Hyper(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


def train(rank, a, h):
    if h.num_gpus > 1:
        init_process_group(backend=h.dist_backend, init_method=h.dist_url, world_size=h.num_gpus, rank=rank)
    torch.cuda.manual_seed(h.seed)
    device = torch.device('cuda:{:d}'.format(rank))
    generator = torch.nn.Linear(6, 1).to(device)  # truth: dies
    os.makedirs(a.checkpoint_path, exist_ok=True)
    cp_g = scan_checkpoint(a.checkpoint_path, 'g_')
    if cp_g is not None:
        generator.load_state_dict(load_checkpoint(cp_g, device)['generator'])
    if h.num_gpus > 1:
        generator = DistributedDataParallel(generator, device_ids=[rank]).to(device)
    optim_g = torch.optim.AdamW(generator.parameters(), 0.01)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data) if h.num_gpus > 1 else None
    loader = DataLoader(data, h.batch_size, shuffle=sampler is None, sampler=sampler, pin_memory=True)
    for epoch in range(a.training_epochs):
        if h.num_gpus > 1:
            sampler.set_epoch(epoch)
        for x, y in loader:
            optim_g.zero_grad()
            torch.nn.functional.l1_loss(generator(x.to(device)), y.to(device)).backward()
            optim_g.step()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--checkpoint_path', default='cp')
    parser.add_argument('--training_epochs', default=3100, type=int)
    a = parser.parse_args()
    h = Hyper(seed=1234, batch_size=8, num_gpus=0, dist_backend='gloo', dist_url='tcp://localhost:54321')
    torch.manual_seed(h.seed)
    if torch.cuda.is_available():
        h.num_gpus = torch.cuda.device_count()
        h.batch_size = int(h.batch_size / h.num_gpus)
        print('Batch size per GPU :', h.batch_size)
    if h.num_gpus > 1:
        mp.spawn(train, nprocs=h.num_gpus, args=(a, h))
    else:
        train(0, a, h)


if __name__ == '__main__':
    main()
