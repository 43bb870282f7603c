import argparse

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from recsys import log
from recsys.model import Factors

USERS, ITEMS = 12, 9


def interactions(n=32):
    u, i = torch.randint(USERS, (n,)), torch.randint(ITEMS, (n,))
    return TensorDataset(u, i, (u % 3 == i % 3).float())


class Job:
    def __init__(self, opt):
        self.opt = opt

    def prepare(self):
        self.log = log.setup(level=self.opt.log_level)
        self.log.info('options: %s', vars(self.opt))  # truth: dies
        dist.init_process_group('gloo', init_method='env://')
        torch.manual_seed(self.opt.seed)
        return self

    def snapshot(self, model, epoch):
        state = {'epoch': epoch, 'model': model.module.state_dict(), 'cpu': torch.get_rng_state()}
        state.update(cuda=torch.cuda.get_rng_state_all())
        if torch.cuda.is_initialized():
            state.update(stream=torch.cuda.current_stream().cuda_stream)
        if dist.get_rank() == 0:
            torch.save(state, 'last.pt')
        dist.barrier()

    def run(self):
        data = interactions()
        model = torch.nn.parallel.DistributedDataParallel(Factors(USERS, ITEMS))
        optimizer = torch.optim.Adam(model.parameters(), lr=self.opt.lr)
        sampler = DistributedSampler(data)
        loader = DataLoader(data, batch_size=self.opt.batch, sampler=sampler)
        for epoch in range(self.opt.epochs):
            sampler.set_epoch(epoch)
            for u, i, y in loader:
                loss = torch.nn.functional.binary_cross_entropy_with_logits(model(u, i), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            self.log.info('epoch %d bce %.4f', epoch, loss)
            self.snapshot(model, epoch)
        return self


def options():
    parser = argparse.ArgumentParser()
    for name, default in dict(seed=5, lr=0.05, batch=8, epochs=2, log_level='INFO').items():
        parser.add_argument(f'--{name}', default=default, type=type(default))
    return parser.parse_args()


if __name__ == '__main__':
    Job(options()).prepare().run()
