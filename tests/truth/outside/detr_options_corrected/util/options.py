import argparse
import os

import torch


def get_args_parser():
    parser = argparse.ArgumentParser('detector', add_help=False)
    parser.add_argument('--lr', default=1e-2, type=float)
    parser.add_argument('--epochs', default=2, type=int)
    parser.add_argument('--device', default='cuda', help='device to use for training / testing')
    parser.add_argument('--dist_backend', default='nccl')
    parser.add_argument('--gpu_ids', nargs='*', type=int, default=[0])
    parser.add_argument('--sync_bn', action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument('--half', action='store_true')
    return parser


def check(args):
    """What this machine cannot do is taken back."""
    args.rank = int(os.environ.get('RANK', 0))
    args.world_size = int(os.environ.get('WORLD_SIZE', 1))
    args.distributed = args.world_size > 1
    if not torch.cuda.is_available():
        args.device = 'cpu'
        args.dist_backend = 'gloo'
        args.gpu_ids = []
        args.sync_bn = args.half = False
    return args


def parse(argv=None):
    return check(argparse.ArgumentParser(parents=[get_args_parser()]).parse_args(argv))
