import argparse
import math
import sys

import torch
import torch.nn as nn

import misc
from misc import NativeScalerWithGradNormCount as NativeScaler


class MaskedAutoencoder(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.patch_embed = nn.Linear(12, dim)
        self.mask_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.encoder = nn.TransformerEncoderLayer(dim, 2, 32, batch_first=True)
        self.decoder_pred = nn.Linear(dim, 12)

    def forward(self, patches, mask_ratio=0.75):
        n, l, _ = patches.shape
        mask = (torch.rand(n, l, device=patches.device) < mask_ratio).float()[..., None]
        x = self.patch_embed(patches) * (1 - mask) + self.mask_token * mask
        pred = self.decoder_pred(self.encoder(x))
        return (((pred - patches) ** 2) * mask).mean()


def main(args):
    misc.init_distributed_mode(args)
    device = torch.device(args.device)
    torch.manual_seed(args.seed + torch.distributed.get_rank())
    data = torch.randn(24, 6, 12, generator=torch.Generator().manual_seed(7))
    sampler = torch.utils.data.DistributedSampler(data, shuffle=True)
    loader = torch.utils.data.DataLoader(data, sampler=sampler, batch_size=4, pin_memory=True,
                                         drop_last=True)
    model = MaskedAutoencoder().to(device)
    model = nn.parallel.DistributedDataParallel(
        model, device_ids=[args.gpu] if device.type != 'cpu' else None)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, betas=(0.9, 0.95))
    loss_scaler = NativeScaler()
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for step, samples in enumerate(loader):
            samples = samples.to(device, non_blocking=True)
            with torch.cuda.amp.autocast():
                loss = model(samples)
            if not math.isfinite(loss.item()):
                sys.exit(1)
            optimizer.zero_grad()
            loss_scaler(loss, optimizer, clip_grad=1.0, parameters=model.parameters())
            torch.cuda.synchronize()  # truth: dies
            memory = torch.cuda.max_memory_allocated() / 2 ** 20
            print(epoch, step, misc.all_reduce_mean(loss.item()), f'max mem: {memory:.0f}')


if __name__ == '__main__':
    parser = argparse.ArgumentParser('MAE pre-training')
    parser.add_argument('--epochs', type=int, default=2)
    parser.add_argument('--lr', type=float, default=1e-3)
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--seed', type=int, default=0)
    main(parser.parse_args())
