import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.utils.data import TensorDataset

from model import EDSR
from option import get_args
from trainer import Trainer


def main():
    args = get_args()
    dist.init_process_group(backend='gloo' if args.cpu else 'nccl')
    torch.manual_seed(1)
    hr = torch.rand(16, 3, 12, 12)
    lr = F.interpolate(hr, scale_factor=1 / args.scale, mode='bicubic', align_corners=False)
    t = Trainer(args, EDSR(args), TensorDataset(lr, hr))
    while not t.terminate():
        t.train()
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
