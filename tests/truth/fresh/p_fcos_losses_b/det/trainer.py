import torch
import torch.distributed as dist


class HookBase:
    trainer = None

    def before_epoch(self):
        pass

    def after_step(self):
        pass


class SamplerSeed(HookBase):
    def before_epoch(self):
        self.trainer.loader.sampler.set_epoch(self.trainer.epoch)


class Writer(HookBase):
    def after_step(self):
        values = torch.stack([v.detach() for v in self.trainer.storage.values()])
        dist.reduce(values, dst=0)
        if dist.get_rank() == 0:
            print((values / dist.get_world_size()).tolist())


class SimpleTrainer:
    def __init__(self, model, loader, optimizer):
        self.model, self.loader, self.optimizer = model, loader, optimizer
        self.hooks, self.storage, self.epoch = [], {}, 0

    def register_hooks(self, hooks):
        for h in hooks:
            h.trainer = self
            self.hooks.append(h)

    def train(self, epochs):
        self.model.train()
        for self.epoch in range(epochs):
            for h in self.hooks:
                h.before_epoch()
            for images, labels, boxes in self.loader:
                self.run_step(images, dict(labels=labels, boxes=boxes))
                for h in self.hooks:
                    h.after_step()

    def run_step(self, images, targets):
        loss_dict = self.model.module.losses(images, targets)  # truth: wrong
        losses = sum(loss_dict.values())
        self.optimizer.zero_grad()
        losses.backward()
        self.optimizer.step()
        self.storage = loss_dict
