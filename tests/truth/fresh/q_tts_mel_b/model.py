import torch
from torch import nn

from utils import get_mask_from_lengths, to_gpu


class MelNet(nn.Module):
    def __init__(self, hparams):
        super().__init__()
        self.embedding = nn.Embedding(hparams.n_symbols, 16)
        self.lstm = nn.LSTM(16, 16, batch_first=True)
        self.mel = nn.Linear(16, hparams.n_mel_channels)

    def parse_batch(self, batch):
        text, lengths, mels = batch
        return (to_gpu(text).long(), to_gpu(lengths).long()), to_gpu(mels).float()

    def forward(self, inputs):
        text, lengths = inputs
        hidden, _ = self.lstm(self.embedding(text))
        mask = get_mask_from_lengths(lengths)
        return self.mel(hidden) * mask.unsqueeze(-1)


def load_model(hparams):
    model = MelNet(hparams)
    if hparams.fp16_run:
        model.half()
    return model.cuda() if torch.cuda.is_available() else model
