import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

from asr import Acoustic, Utterances, WER, pad_collate

CFG = dict(epochs=2, lr=1e-3, batch=4, eval_every=2, backend=dict(cuda='nccl', cpu='gloo'))


class Engine:
    def __init__(self, cfg):
        self.cfg = cfg
        self.device = self._device()
        dist.init_process_group(cfg['backend'][self.device.type])
        self.rank = dist.get_rank()
        torch.manual_seed(7)
        self.model = nn.parallel.DistributedDataParallel(Acoustic().to(self.device))
        self.criterion = nn.CTCLoss(blank=0, zero_infinity=True)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=cfg['lr'])

    @staticmethod
    def _device():
        if not torch.cuda.is_available():
            return torch.device('cpu')
        return torch.device('cuda', int(os.environ.get('LOCAL_RANK', 0)))

    @property
    def is_main(self):
        return self.rank == 0

    def run_epoch(self, loader, epoch):
        loader.sampler.set_epoch(epoch)
        self.model.train()
        for feats, feat_len, text, text_len in loader:
            log_probs = self.model(feats.to(self.device)).transpose(0, 1)
            loss = self.criterion(log_probs, text.to(self.device), feat_len, text_len)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()

    @torch.no_grad()
    def evaluate(self, loader):
        self.model.eval()
        metric = WER(self.device)
        for feats, feat_len, text, text_len in loader:
            best = self.model.module(feats.to(self.device)).argmax(-1).cpu()
            metric.update(best, feat_len, text, text_len)
        return metric.compute()

    def fit(self, train, dev):
        for epoch in range(1, self.cfg['epochs'] + 1):
            loss = self.run_epoch(train, epoch)
            if epoch % self.cfg['eval_every']:
                continue
            if self.is_main:
                wer = self.evaluate(dev)  # truth: dies
                print(f'epoch {epoch} loss {loss:.3f} wer {wer:.3f}')


def main():
    engine = Engine(CFG)
    train, dev = Utterances(32, seed=1), Utterances(8, seed=2)
    engine.fit(
        DataLoader(train, CFG['batch'], sampler=DistributedSampler(train), collate_fn=pad_collate),
        DataLoader(dev, CFG['batch'], collate_fn=pad_collate,
                   sampler=DistributedSampler(dev, shuffle=False)))


if __name__ == '__main__':
    main()
