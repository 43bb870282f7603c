import argparse

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from det.config import get_cfg


def main(args):
    cfg = get_cfg(args.config_file)
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = torch.nn.Linear(cfg.MODEL.WIDTH, 1)
    model.to(cfg.MODEL.DEVICE)  # truth: dies
    model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    data = TensorDataset(torch.randn(32, cfg.MODEL.WIDTH), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    done, epoch = 0, 0
    while done < cfg.SOLVER.MAX_ITER:
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, 8, sampler=sampler):
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x.to(cfg.MODEL.DEVICE)), y.to(cfg.MODEL.DEVICE)).backward()
            optimizer.step()
            done += 1
        epoch += 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--config-file", default="", metavar="FILE")
    main(parser.parse_args())
