import argparse
import logging

import torch
import torch.nn as nn

import val
from utils.torch_utils import select_device

logging.basicConfig(level=logging.INFO, format='%(message)s')


class Grid(nn.Module):
    def __init__(self, nc):
        super().__init__()
        self.cv1 = nn.Conv2d(3, 8, 3, 2, 1)
        self.cls = nn.Linear(8, nc)

    def forward(self, x):
        return self.cls(nn.functional.silu(self.cv1(x)).mean((2, 3)))  # truth: dies


def train(opt, device):
    nb, nc = 3, 4
    images = [(torch.randint(0, 255, (opt.batch_size, 3, 16, 16), dtype=torch.uint8),
               torch.randint(0, nc, (opt.batch_size,))) for _ in range(nb)]
    model = Grid(nc).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.937, nesterov=True)
    scaler = torch.cuda.amp.GradScaler(enabled=device.type != 'cpu')
    for epoch in range(opt.epochs):
        model.train()
        for i, (imgs, targets) in enumerate(images):
            imgs = imgs.to(device, non_blocking=True).float() / 255.0
            with torch.cuda.amp.autocast(enabled=device.type != 'cpu'):
                loss = nn.functional.cross_entropy(model(imgs), targets.to(device))
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
            mem = '%.3gG' % (torch.cuda.memory_reserved() / 1E9 if torch.cuda.is_available() else 0)
            logging.info('%g/%g %s %.4f', epoch, i, mem, loss.item())
        logging.info('acc %.3f', val.run(model, images))


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=1)
    parser.add_argument('--batch-size', type=int, default=4)
    parser.add_argument('--device', default='', help='cuda device, i.e. 0 or 0,1,2,3 or cpu')
    opt = parser.parse_args()
    train(opt, select_device(opt.device, opt.batch_size))
