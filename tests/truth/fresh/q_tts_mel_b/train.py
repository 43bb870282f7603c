import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

from hparams import create_hparams
from model import load_model


class TextMelCollate:
    def __call__(self, batch):
        lengths, order = torch.sort(torch.tensor([len(t) for t, _ in batch]), descending=True)
        text = torch.zeros(len(batch), int(lengths[0]), dtype=torch.long)
        mels = torch.zeros(len(batch), int(lengths[0]), batch[0][1].size(1))
        for row, index in enumerate(order.tolist()):
            t, mel = batch[index]
            text[row, :len(t)] = t
            mels[row, :len(t)] = mel
        return text, lengths, mels


def corpus(hparams, size=16):
    for i in range(size):
        n = 5 + i % 4
        yield torch.randint(1, hparams.n_symbols, (n,)), torch.randn(n, hparams.n_mel_channels)


def train(hparams):
    torch.manual_seed(hparams.seed)
    torch.cuda.manual_seed(hparams.seed)
    model = load_model(hparams)
    optimizer = torch.optim.Adam(model.parameters(), lr=hparams.learning_rate, weight_decay=1e-6)
    loader = DataLoader(list(corpus(hparams)), batch_size=hparams.batch_size, shuffle=True,
                        collate_fn=TextMelCollate(), pin_memory=False)
    criterion = nn.MSELoss()
    for epoch in range(hparams.epochs):
        for batch in loader:
            model.zero_grad()
            x, y = model.parse_batch(batch)
            loss = criterion(model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), hparams.grad_clip_thresh)
            optimizer.step()
        print(f'Epoch {epoch} train loss {loss.item():.4f}')


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--hparams', type=str, help='comma separated name=value pairs')
    parsed = create_hparams(parser.parse_args().hparams)
    torch.backends.cudnn.enabled = parsed.cudnn_enabled
    torch.backends.cudnn.benchmark = parsed.cudnn_benchmark
    train(parsed)
