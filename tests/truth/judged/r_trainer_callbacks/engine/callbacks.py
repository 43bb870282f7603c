import torch


class Callback:
    def on_epoch_start(self, trainer, epoch): ...
    def on_step_end(self, trainer, loss): ...
    def on_epoch_end(self, trainer, epoch): ...


class SamplerEpoch(Callback):
    def on_epoch_start(self, trainer, epoch):
        sampler = trainer.loader.sampler
        if hasattr(sampler, 'set_epoch'):
            sampler.set_epoch(epoch)


class LossLog(Callback):
    def on_epoch_start(self, trainer, epoch):
        self.values = []

    def on_step_end(self, trainer, loss):
        self.values.append(loss.detach())

    def on_epoch_end(self, trainer, epoch):
        mean = trainer.strategy.mean(torch.stack(self.values).mean())
        if trainer.strategy.is_main:
            print(f'epoch {epoch}: {mean.item():.4f}')


class MemoryLog(Callback):
    def on_epoch_end(self, trainer, epoch):
        if trainer.strategy.device.type != 'cuda':
            return
        torch.cuda.synchronize(trainer.strategy.device)
        print('peak memory', torch.cuda.max_memory_allocated(trainer.strategy.device) // 2 ** 20)
        torch.cuda.reset_peak_memory_stats(trainer.strategy.device)
