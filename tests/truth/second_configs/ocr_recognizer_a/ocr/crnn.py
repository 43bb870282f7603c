import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS


@DATASETS.register_module()
class WordCrops(torch.utils.data.Dataset):

    def __init__(self, words):
        self.crops = torch.rand(words, 4, 12)
        self.texts = torch.randint(1, 7, (words, 3))

    def __len__(self):
        return len(self.crops)

    def __getitem__(self, index):
        return dict(crops=self.crops[index], texts=self.texts[index])


@MODELS.register_module()
class CRNN(BaseModel):

    def __init__(self, charset, data_preprocessor=None, init_cfg=None):
        super().__init__(data_preprocessor, init_cfg)
        self.rnn = torch.nn.LSTM(4, 6, batch_first=True, bidirectional=True)
        self.fc = torch.nn.Linear(12, charset)

    def forward(self, crops, texts=None, mode='tensor'):
        logits = self.fc(self.rnn(crops.transpose(1, 2))[0])
        if mode != 'loss':
            return logits
        steps = torch.full((len(crops),), logits.size(1))
        length = torch.full((len(crops),), texts.size(1))
        logp = logits.float().log_softmax(-1).transpose(0, 1)
        return dict(loss_ctc=torch.nn.functional.ctc_loss(logp, texts, steps, length))
