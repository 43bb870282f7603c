import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from det import comm
from det.config import get_cfg


def setup(args):
    cfg = get_cfg()
    cfg.merge_from_file(args.config_file)
    cfg.merge_from_list(args.opts)
    return cfg


def main(args):
    cfg = setup(args)
    device = torch.device(cfg.MODEL.DEVICE)
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    if device.type == "cuda":
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    torch.manual_seed(0)
    model = torch.nn.Linear(cfg.MODEL.WIDTH, 1)
    model.to(device)
    if comm.get_world_size() > 1:
        model = DistributedDataParallel(model, device_ids=None if device.type == "cpu" else [device.index])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    data = TensorDataset(torch.randn(32, cfg.MODEL.WIDTH), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    done, epoch = 0, 0
    while done < cfg.SOLVER.MAX_ITER:
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, cfg.SOLVER.IMS_PER_BATCH, sampler=sampler):
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
            done += 1
        epoch += 1
    comm.synchronize()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--config-file", default="", metavar="FILE")
    parser.add_argument("opts", default=[], nargs=argparse.REMAINDER)
    main(parser.parse_args())
