import configparser
import os
from pathlib import Path

import torch
import torch.distributed as dist
from torch import nn

from averaging import ModelAverager


class Forecaster(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.lstm = nn.LSTM(inputs, hidden, batch_first=True)
        self.readout = nn.Linear(hidden, 1)

    def forward(self, series):
        return self.readout(self.lstm(series)[0][:, -1]).squeeze(-1)


def placer(wanted):
    """A function that places modules and tensors; `auto` is what this host has."""
    automatic = 'cuda' if torch.cuda.is_available() else 'cpu'
    found = {'auto': automatic}.get(wanted, wanted)

    def place(thing):
        return thing.cuda() if found == 'cuda' else thing
    return place


def private_data(client, inputs, batches, size=6):
    gen = torch.Generator().manual_seed(client)
    for _ in range(batches):
        series = torch.randn(size, 9, inputs, generator=gen) + 0.2 * client
        yield series, series.mean((1, 2))


def local_training(model, optimizer, data, place):
    for series, value in data:
        series, value = place(series), place(value)
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(series), value)
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    ini = configparser.ConfigParser()
    ini.read(Path(__file__).with_name('settings.ini'))
    client = int(os.environ.get('RANK', 0))
    if int(os.environ.get('WORLD_SIZE', 1)) > 1:
        dist.init_process_group('gloo')
    torch.manual_seed(ini.getint('train', 'seed'))
    place = placer(ini.get('train', 'device', fallback='cuda'))
    model = place(Forecaster(ini.getint('model', 'inputs'), ini.getint('model', 'hidden')))
    optimizer = torch.optim.SGD(model.parameters(), lr=ini.getfloat('train', 'lr'))
    average = ModelAverager(model)
    for number in range(ini.getint('train', 'rounds')):
        data = private_data(100 * number + client, ini.getint('model', 'inputs'),
                            ini.getint('train', 'local_steps'))
        loss = local_training(model, optimizer, data, place)
        moved = average()
        print(f'round {number} client {client} loss {loss:.4f} moved {moved:.4f}')


if __name__ == '__main__':
    main()
