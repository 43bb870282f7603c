import argparse
import os
import os.path as osp
import sys

sys.path.insert(0, osp.dirname(osp.dirname(osp.abspath(__file__))))

from seglib.apis import init_random_seed, train_segmentor  # noqa: E402
from seglib.dist import init_dist  # noqa: E402

CONFIG = dict(dist_params=dict(backend='gloo'), total_epochs=2, samples_per_gpu=4, lr=0.05)


def parse_args():
    parser = argparse.ArgumentParser(description='Train a segmentor')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm'],
                        default='none')  # truth: wrong
    parser.add_argument('--local_rank', type=int, default=0)
    args = parser.parse_args()
    if 'LOCAL_RANK' not in os.environ:
        os.environ['LOCAL_RANK'] = str(args.local_rank)
    return args


def main():
    args = parse_args()
    if args.launcher == 'none':  # truth: wrong
        distributed = False
    else:
        distributed = True
        init_dist(args.launcher, **CONFIG['dist_params'])
    init_random_seed(args.seed)
    train_segmentor(CONFIG, distributed=distributed)


if __name__ == '__main__':
    main()
