import argparse

parser = argparse.ArgumentParser(description='EDSR')
parser.add_argument('--scale', type=int, default=2)
parser.add_argument('--n_feats', type=int, default=8)
parser.add_argument('--n_resblocks', type=int, default=2)
parser.add_argument('--epochs', type=int, default=2)
parser.add_argument('--cpu', action='store_true', help='use cpu only')
parser.add_argument('--local_rank', type=int, required=True)  # truth: dies


def get_args():
    args = parser.parse_args()  # truth: dies
    args.device = 'cpu' if args.cpu else 'cuda:%d' % args.local_rank
    return args
