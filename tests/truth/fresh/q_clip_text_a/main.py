import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from distributed import init_distributed_device


class Clip(nn.Module):
    def __init__(self):
        super().__init__()
        self.visual = nn.Linear(14, 8)
        self.text = nn.EmbeddingBag(60, 8)
        self.logit_scale = nn.Parameter(torch.tensor(2.6))

    def forward(self, image, text):
        image = nn.functional.normalize(self.visual(image), dim=-1)
        text = nn.functional.normalize(self.text(text), dim=-1)
        return image, text, self.logit_scale.exp()


def clip_loss(image, text, scale):
    logits = scale * image @ text.t()
    labels = torch.arange(len(logits), device=logits.device)
    ce = nn.functional.cross_entropy
    return (ce(logits, labels) + ce(logits.t(), labels)) / 2


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--dist-url', default='env://')
    parser.add_argument('--dist-backend', default=None)
    parser.add_argument('--epochs', type=int, default=2)
    parser.add_argument('--batch-size', type=int, default=4)
    args = parser.parse_args()
    device = init_distributed_device(args)
    torch.manual_seed(0)
    model = Clip().to(device)
    if args.distributed:  # truth: wrong
        ddp_args = {} if device.type == 'cpu' else {'device_ids': [device]}
        model = nn.parallel.DistributedDataParallel(model, **ddp_args)
    gen = torch.Generator().manual_seed(1)
    dataset = TensorDataset(torch.randn(24, 14, generator=gen),
                            torch.randint(0, 60, (24, 5), generator=gen))
    sampler = DistributedSampler(dataset) if args.distributed else None
    loader = DataLoader(dataset, args.batch_size, shuffle=sampler is None, sampler=sampler)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(args.epochs):
        if args.distributed:
            sampler.set_epoch(epoch)
        for images, texts in loader:
            optimizer.zero_grad()
            loss = clip_loss(*model(images.to(device), texts.to(device)))
            loss.backward()
            optimizer.step()


if __name__ == '__main__':
    main()
