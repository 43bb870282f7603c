import math
import os
import types

import torch

from dpr.dist_utils import get_model_obj, setup_for_distributed_mode
from dpr.models import BiEncoder

cfg = types.SimpleNamespace(seed=12345, batch_size=4, steps=3, lr=2e-3, warmup=2)


class BiEncoderTrainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.shard_id = int(os.environ.get('RANK', 0))
        local = int(os.environ.get('LOCAL_RANK', 0))
        on_gpu = torch.cuda.is_available()
        self.device = torch.device(f'cuda:{local}') if on_gpu else torch.device('cpu')
        torch.manual_seed(cfg.seed)
        model = BiEncoder()
        optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
        self.biencoder, self.optimizer = setup_for_distributed_mode(model, optimizer, self.device)
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda step: min(1.0, (step + 1) / cfg.warmup))

    def batches(self):
        gen = torch.Generator().manual_seed(self.cfg.seed + self.shard_id)
        for _ in range(self.cfg.steps):
            ctx = torch.randint(0, 50, (self.cfg.batch_size, 9), generator=gen)
            yield ctx[:, :4].to(self.device), ctx.to(self.device)

    def _calc_loss(self, questions, contexts):
        q, c = self.biencoder(questions, contexts)
        scores = get_model_obj(self.biencoder).score(q, c)
        target = torch.arange(len(scores), device=scores.device)
        return torch.nn.functional.cross_entropy(scores, target)

    def run_train(self):
        for step, (questions, contexts) in enumerate(self.batches()):
            self.biencoder.train()
            loss = self._calc_loss(questions, contexts)
            if not math.isfinite(loss.item()):
                raise FloatingPointError(step)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.biencoder.parameters(), 2.0)
            self.optimizer.step()
            self.scheduler.step()
            self.optimizer.zero_grad()
        print('shard', self.shard_id, 'loss', loss.item())


if __name__ == '__main__':
    BiEncoderTrainer(cfg).run_train()
