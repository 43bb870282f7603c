import argparse

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def main_worker(local_rank, args):
    dist.init_process_group(backend=args.dist_backend, init_method=args.dist_url,
                            world_size=args.world_size, rank=local_rank)
    torch.manual_seed(local_rank)
    net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        net(torch.rand(4, 2)).mean().backward()
        opt.step()


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--world-size', type=int, default=2)
    parser.add_argument('--dist-url', default='tcp://127.0.0.1:24874')
    parser.add_argument('--dist-backend', default='gloo', type=str, choices=['gloo', 'nccl'])
    args = parser.parse_args()
    mp.spawn(main_worker, nprocs=args.world_size, args=(args,))
