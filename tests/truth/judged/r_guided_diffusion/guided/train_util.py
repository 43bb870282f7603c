import copy

import torch as th
import torch.distributed as dist
from torch.nn.parallel.distributed import DistributedDataParallel as DDP
from torch.optim import AdamW

from . import dist_util


class TrainLoop:
    def __init__(self, *, model, data, batch_size, microbatch, lr, ema_rate, steps, use_fp16=False):
        self.model = model
        self.data = data
        self.batch_size = batch_size
        self.microbatch = microbatch if microbatch > 0 else batch_size
        self.steps = steps
        self.ema_rate = ema_rate
        self.use_fp16 = use_fp16 and th.cuda.is_available()
        self.sync_cuda = th.cuda.is_available()
        dist_util.sync_params(self.model.parameters())
        self.master_params = list(self.model.parameters())
        self.opt = AdamW(self.master_params, lr=lr)
        self.ema_params = copy.deepcopy(self.master_params)
        if th.cuda.is_available():
            self.use_ddp = True
            self.ddp_model = DDP(self.model, device_ids=[dist_util.dev()], output_device=dist_util.dev(),
                                 broadcast_buffers=False, bucket_cap_mb=128, find_unused_parameters=False)
        elif dist.get_world_size() > 1:
            self.use_ddp = True
            self.ddp_model = DDP(self.model, broadcast_buffers=False)
        else:
            self.use_ddp = False
            self.ddp_model = self.model

    def run_loop(self):
        for step in range(self.steps):
            batch = next(self.data)
            loss = self.run_step(batch)
            if dist.get_rank() == 0:
                print(step, loss)

    def run_step(self, batch):
        loss = self.forward_backward(batch)
        self.opt.step()
        for e, p in zip(self.ema_params, self.master_params):
            e.detach().mul_(self.ema_rate).add_(p.detach(), alpha=1 - self.ema_rate)
        return loss

    def forward_backward(self, batch):
        self.opt.zero_grad()
        for i in range(0, batch.shape[0], self.microbatch):
            micro = batch[i:i + self.microbatch].to(dist_util.dev())
            last_batch = (i + self.microbatch) >= batch.shape[0]
            t = th.randint(0, 10, (micro.shape[0],), device=dist_util.dev())
            noise = th.randn_like(micro)

            def compute_losses():
                a = 1 - t.view(-1, 1) / 10
                return ((self.ddp_model(a * micro + (1 - a) * noise, t) - noise) ** 2).mean()

            if last_batch or not self.use_ddp:
                loss = compute_losses()
            else:
                with self.ddp_model.no_sync():
                    loss = compute_losses()
            loss.backward()
        return loss.item()
