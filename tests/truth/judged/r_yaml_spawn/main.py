import argparse
import os

import torch
import torch.multiprocessing as mp
import yaml

from worker import run


def parse_args():
    parser = argparse.ArgumentParser(description='Train from a YAML file')
    parser.add_argument('-c', '--config', default='config/default.yaml')
    parser.add_argument('-o', '--opts', nargs='*', default=[], help='overrides such as train.epochs=3')
    return parser.parse_args()


def load(args):
    with open(args.config) as f:
        cfg = yaml.safe_load(f)
    for o in args.opts:
        key, value = o.split('=', 1)
        node = cfg
        *parents, leaf = key.split('.')
        for p in parents:
            node = node[p]
        node[leaf] = yaml.safe_load(value)
    return cfg


def main():
    cfg = load(parse_args())
    os.environ.setdefault('MASTER_ADDR', cfg['dist']['addr'])
    os.environ.setdefault('MASTER_PORT', str(cfg['dist']['port']))
    # one process for each card, or as many as the config says where there are none
    nprocs = torch.cuda.device_count() or cfg['dist']['cpu_procs']
    world_size = nprocs * cfg['dist']['nodes']
    mp.spawn(run, nprocs=nprocs, args=(world_size, cfg))
    print('done')


if __name__ == '__main__':
    main()
