import torch
import torch.distributed as dist


class Callback:
    def on_fit_start(self, trainer): ...
    def on_epoch_start(self, trainer): ...
    def on_epoch_end(self, trainer): ...


class ReseedSampler(Callback):
    def on_epoch_start(self, trainer):
        if callable(reseed := getattr(trainer.loader.sampler, "set_epoch", None)):
            reseed(trainer.epoch)


class Printer(Callback):
    def on_epoch_end(self, trainer):
        if dist.get_rank() == 0:
            print(trainer.epoch, float(trainer.loss))


class GpuStats(Callback):
    def on_fit_start(self, trainer):
        self.name = torch.cuda.get_device_name(trainer.device)

    def on_epoch_start(self, trainer):
        torch.cuda.reset_peak_memory_stats()

    def on_epoch_end(self, trainer):
        torch.cuda.synchronize()
        print(self.name, torch.cuda.max_memory_allocated())
