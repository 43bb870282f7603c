import argparse

import torch
import torch.distributed as dist
import yaml


def load(path):
    with open(path) as f:
        return yaml.safe_load(f)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--config', default='conf/base.yaml')
    cfg = load(parser.parse_args().config)
    dist.init_process_group('gloo')
    device = torch.device(cfg['trainer']['device'])  # truth: dies
    hidden = cfg['model']['hidden']
    net = torch.nn.Sequential(torch.nn.Linear(2, hidden), torch.nn.Linear(hidden, 1)).to(device)  # truth: dies
    net = torch.nn.parallel.DistributedDataParallel(net)
    opt = torch.optim.Adam(net.parameters(), lr=cfg['optim']['lr'])
    for _ in range(cfg['trainer']['steps']):
        x = torch.rand(8, 2, device=device)  # truth: dies
        opt.zero_grad()
        net(x).square().mean().backward()
        opt.step()


if __name__ == '__main__':
    main()
