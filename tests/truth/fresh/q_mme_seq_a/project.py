import torch
from mmengine.dataset import BaseDataset
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS
from torch import nn


@DATASETS.register_module()
class SequenceDataset(BaseDataset):
    def load_data_list(self):
        gen = torch.Generator().manual_seed(4)
        ids = torch.randint(0, 30, (24, 8), generator=gen)
        return [dict(ids=row, label=int(row.sum()) % 3) for row in ids]

    def __getitem__(self, index):
        item = self.get_data_info(index)
        return dict(inputs=item['ids'], labels=item['label'])


@MODELS.register_module()
class SequenceClassifier(BaseModel):
    def __init__(self, vocab, dim, classes, data_preprocessor=None):
        super().__init__(data_preprocessor=data_preprocessor)
        self.embed = nn.Embedding(vocab, dim)
        self.gru = nn.GRU(dim, dim, batch_first=True)
        self.fc = nn.Linear(dim, classes)

    def forward(self, inputs, labels, mode='tensor'):
        _, last = self.gru(self.embed(inputs))
        logits = self.fc(last[0])
        if mode == 'loss':
            return dict(loss=nn.functional.cross_entropy(logits, labels))
        return logits
