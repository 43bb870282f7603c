import contextlib

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from seq import utils


class Trainer:
    def __init__(self, args, model, criterion):
        self.args = args
        self.cuda = torch.cuda.is_available() and not args.cpu
        self.device = torch.device("cuda") if self.cuda else torch.device("cpu")
        self._criterion = criterion
        self._model = model
        if args.fp16 and self.cuda:
            self._criterion = self._criterion.half()
            self._model = self._model.half()
        if self.cuda:
            self._criterion = self._criterion.cuda()
            self._model = self._model.cuda()
        self._dummy_batch = None
        self._wrapped_model = None
        self._optimizer = None
        if self.cuda:
            self.cuda_env = utils.CudaEnvironment()
            envs = [None] * dist.get_world_size()
            dist.all_gather_object(envs, self.cuda_env)
            utils.CudaEnvironment.pretty_print_cuda_env_list(envs)

    @property
    def model(self):
        if self._wrapped_model is None:
            if dist.get_world_size() > 1:
                self._wrapped_model = DistributedDataParallel(
                    module=self._model,
                    device_ids=[self.args.device_id] if self.cuda else None,
                    output_device=self.args.device_id if self.cuda else None,
                )
            else:
                self._wrapped_model = self._model
        return self._wrapped_model

    @property
    def optimizer(self):
        if self._optimizer is None:
            self._build_optimizer()
        return self._optimizer

    def _build_optimizer(self):
        if self.cuda and torch.cuda.get_device_capability(0)[0] >= 7:
            print("NOTE: your device may support faster training with --fp16")
        self._optimizer = torch.optim.Adam(self.model.parameters(), lr=self.args.lr)

    def _prepare_sample(self, sample):
        if self.cuda:
            sample = utils.move_to_cuda(sample)
        return sample

    def train_step(self, samples):
        self.model.train()
        self.optimizer.zero_grad()
        for i, sample in enumerate(samples):
            sample = self._prepare_sample(sample)

            def maybe_no_sync():
                if dist.get_world_size() > 1 and hasattr(self.model, "no_sync") and i < len(samples) - 1:
                    return self.model.no_sync()
                return contextlib.ExitStack()

            with maybe_no_sync():
                loss = self._criterion(self.model(sample["x"]), sample["y"])
                loss.backward()
            if self.cuda and self.args.empty_cache_freq > 0:
                torch.cuda.empty_cache()
        utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        if self.cuda:
            torch.cuda.synchronize()
            print(torch.cuda.max_memory_allocated() / 1024**3)
            torch.cuda.reset_peak_memory_stats()
        return loss.item()
