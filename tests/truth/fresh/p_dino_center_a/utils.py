import datetime
import os

import torch
import torch.distributed as dist


def init_distributed_mode(args):
    args.rank = int(os.environ['RANK'])
    args.world_size = int(os.environ['WORLD_SIZE'])
    dist.init_process_group('gloo', timeout=datetime.timedelta(seconds=25))
    dist.barrier()


def is_main_process():
    return dist.get_rank() == 0


def cosine_scheduler(base, final, steps):
    t = torch.linspace(0, torch.pi, steps)
    return (final + 0.5 * (base - final) * (1 + torch.cos(t))).tolist()


class MultiCropWrapper(torch.nn.Module):
    def __init__(self, backbone, head):
        super().__init__()
        self.backbone = backbone
        self.head = head

    def forward(self, crops):
        if not isinstance(crops, list):
            crops = [crops]
        return self.head(torch.cat([self.backbone(c) for c in crops]))
