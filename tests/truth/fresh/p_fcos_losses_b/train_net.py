import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from det.model import FCOS
from det.trainer import SamplerSeed, SimpleTrainer, Writer


def main():
    dist.init_process_group('gloo')
    torch.manual_seed(0)
    model = DistributedDataParallel(FCOS(), broadcast_buffers=False)
    data = TensorDataset(torch.rand(16, 3, 8, 8), torch.randint(0, 3, (16, 4, 4)),
                         torch.rand(16, 4, 4, 4))
    loader = DataLoader(data, 4, sampler=DistributedSampler(data))
    trainer = SimpleTrainer(model, loader, torch.optim.SGD(model.parameters(), 0.01, 0.9))
    trainer.register_hooks([SamplerSeed(), Writer()])
    trainer.train(epochs=2)


if __name__ == '__main__':
    main()
