import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from engine import Engine, Events
from handlers import attach_defaults


def main():
    dist.init_process_group(backend='gloo', init_method='env://')
    torch.manual_seed(3)
    dataset = TensorDataset(torch.randn(24, 4), torch.randn(24, 2))
    loader = DataLoader(dataset, batch_size=4, sampler=DistributedSampler(dataset))  # truth: wrong
    model = DistributedDataParallel(nn.Linear(4, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)

    def update(engine, batch):
        x, y = batch
        optimizer.zero_grad()
        loss = nn.functional.smooth_l1_loss(model(x), y)
        loss.backward()
        optimizer.step()
        return loss.item()

    trainer = Engine(update)
    attach_defaults(trainer, loader)

    @trainer.on(Events.EPOCH_COMPLETED)
    def report(engine):
        if dist.get_rank() == 0:
            print(f'epoch {engine.epoch}: {engine.output:.4f}')

    trainer.run(loader, max_epochs=3)


if __name__ == '__main__':
    main()
