import argparse
import json
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

from speech.data import FakeSpeech, collate
from speech.timer import StepTimer


class Encoder(nn.Module):
    def __init__(self, feats=8, hidden=16, vocab=10):
        super().__init__()
        self.rnn = nn.GRU(feats, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, x):
        return self.out(self.rnn(x)[0]).log_softmax(-1)


def main(hp):
    rank = int(os.environ.get('RANK', 0))
    world = int(os.environ.get('WORLD_SIZE', 1))
    device = torch.device('cuda', rank) if torch.cuda.is_available() else torch.device('cpu')
    if world > 1:
        dist.init_process_group('nccl' if device.type == 'cuda' else 'gloo', rank=rank, world_size=world)
    torch.manual_seed(hp['seed'])
    model = Encoder().to(device)
    if world > 1:
        model = DDP(model, device_ids=[rank] if device.type == 'cuda' else None)
    data = FakeSpeech()
    sampler = DistributedSampler(data, num_replicas=world, rank=rank)
    loader = DataLoader(data, batch_size=hp['batch_size'], sampler=sampler, collate_fn=collate)
    optim = torch.optim.AdamW(model.parameters(), lr=hp['lr'])
    ctc = nn.CTCLoss(blank=0, zero_infinity=True)
    timer = StepTimer()
    for epoch in range(hp['epochs']):
        sampler.set_epoch(epoch)
        for x, xl, y, yl in loader:
            with timer:
                logp = model(x.to(device)).transpose(0, 1)
                loss = ctc(logp, y.to(device), xl, yl)
                optim.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 5.0)
                optim.step()
        if rank == 0:
            print(json.dumps(dict(epoch=epoch, loss=loss.item(), step_ms=1000 * timer.mean)))


if __name__ == '__main__':
    ap = argparse.ArgumentParser()
    ap.add_argument('--hparams', default='hparams.json')
    main(json.load(open(ap.parse_args().hparams)))
