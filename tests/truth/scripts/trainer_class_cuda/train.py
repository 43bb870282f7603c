import os

import torch
from torch.distributed import destroy_process_group, init_process_group
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from trainer import Trainer


def load_train_objs():
    g = torch.Generator().manual_seed(0)
    train_set = TensorDataset(torch.rand(64, 20, generator=g), torch.rand(64, 1, generator=g))
    model = torch.nn.Linear(20, 1)
    return train_set, model, torch.optim.SGD(model.parameters(), lr=1e-3)


def main(total_epochs, save_every, batch_size):
    init_process_group("gloo")
    dataset, model, optimizer = load_train_objs()
    data = DataLoader(dataset, batch_size=batch_size, shuffle=False, sampler=DistributedSampler(dataset))
    trainer = Trainer(model, data, optimizer, int(os.environ["LOCAL_RANK"]), save_every)
    trainer.train(total_epochs)
    destroy_process_group()


if __name__ == "__main__":
    main(2, 1, 8)
