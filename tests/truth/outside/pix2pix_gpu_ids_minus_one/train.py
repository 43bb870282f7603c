import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from models import BaseModel
from options.train_options import TrainOptions

if __name__ == '__main__':
    opt = TrainOptions().parse()
    dist.init_process_group('nccl' if opt.gpu_ids else 'gloo')
    torch.manual_seed(0)
    model = BaseModel(opt)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    for epoch in range(opt.n_epochs):
        sampler.set_epoch(epoch)
        for batch in DataLoader(data, 8, sampler=sampler):
            model.set_input(batch)
            model.optimize_parameters()
        if dist.get_rank() == 0:
            model.save_networks('%s_%d.pth' % (opt.name, epoch))
