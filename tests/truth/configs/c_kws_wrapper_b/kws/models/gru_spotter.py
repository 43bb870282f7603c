import torch
from mmengine.model import BaseDataPreprocessor, BaseModel
from mmengine.registry import MODELS
from torch import nn


@MODELS.register_module()
class FramePreprocessor(BaseDataPreprocessor):
    """Pads frames to the longest of the batch."""

    def forward(self, data, training=False):
        data = self.cast_data(data)
        frames = nn.utils.rnn.pad_sequence(data['frames'], batch_first=True)
        return dict(frames=frames, word=torch.stack(data['word']))


@MODELS.register_module()
class GRUSpotter(BaseModel):

    def __init__(self, mels=5, hidden=12, words=3, data_preprocessor=None):
        super().__init__(data_preprocessor or dict(type='FramePreprocessor'))
        self.encoder = nn.GRU(mels, hidden, batch_first=True)
        self.classifier = nn.Linear(hidden, words)

    def forward(self, frames, word, mode='tensor'):
        _, state = self.encoder(frames)
        logits = self.classifier(state[-1])
        if mode == 'loss':
            return dict(loss=nn.functional.cross_entropy(logits, word))
        return [dict(hit=bool(one.argmax() == own)) for one, own in zip(logits, word)]
