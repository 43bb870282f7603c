import argparse

import torch
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

from fairlite import distributed_utils
from fairlite.task import TASK_REGISTRY


def main(args):
    torch.manual_seed(args.seed)
    task = TASK_REGISTRY[args.task](args)
    model = task.build_model()
    if args.cuda:
        model = model.cuda(args.device_id)
    if args.distributed_world_size > 1:
        model = DistributedDataParallel(model, broadcast_buffers=False)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    itr = task.get_batch_iterator(4, num_shards=args.distributed_world_size,
                                  shard_id=args.distributed_rank)
    for epoch in range(1, args.max_epoch + 1):
        for sample in itr.next_epoch_itr(epoch):
            if args.cuda:
                sample = sample.cuda()
            optimizer.zero_grad()
            loss = F.cross_entropy(model(sample).flatten(0, 1), sample.flatten())
            loss.backward()
            optimizer.step()
    if args.distributed_rank == 0:
        print('| done training, loss', loss.item())


def cli_main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--task', default='copy', choices=list(TASK_REGISTRY))
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--max-epoch', type=int, default=2)
    parser.add_argument('--cpu', action='store_true')
    parser.add_argument('--distributed-world-size', type=int, default=1)
    parser.add_argument('--distributed-rank', type=int, default=0)
    parser.add_argument('--distributed-backend', default='nccl')
    parser.add_argument('--distributed-init-method', default=None)
    parser.add_argument('--device-id', type=int, default=0)
    args = parser.parse_args()
    args.cuda = torch.cuda.is_available() and not args.cpu
    if not args.cuda:
        args.distributed_backend = 'gloo'
    distributed_utils.call_main(args, main)


if __name__ == '__main__':
    cli_main()
