import torch
from mmengine.evaluator import BaseMetric
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, METRICS, MODELS
from torch import nn
from torch.utils.data import Dataset


@DATASETS.register_module()
class Headlines(Dataset):
    """Token ids with one label for each line."""

    def __init__(self, lines=16, vocab=40, length=7, seed=0):
        generator = torch.Generator().manual_seed(seed)
        self.ids = torch.randint(0, vocab, (lines, length), generator=generator)

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, line):
        return self.ids[line], self.ids[line].sum() % 2


@MODELS.register_module()
class BagOfWords(BaseModel):

    def __init__(self, vocab=40, dim=8, dropout=0.1):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab, dim)
        self.drop = nn.Dropout(dropout)
        self.fc = nn.Linear(dim, 2)

    def forward(self, ids, labels, mode='tensor'):
        scores = self.fc(self.drop(self.embedding(ids)))  # truth: dies
        if mode == 'loss':
            return dict(loss=nn.functional.cross_entropy(scores, labels))
        return [(int(one.argmax()), int(own)) for one, own in zip(scores, labels)]


@METRICS.register_module()
class MacroF1(BaseMetric):

    def process(self, data_batch, data_samples):
        self.results += data_samples

    def compute_metrics(self, results):
        good = sum(pred == label for pred, label in results)
        return dict(f1=good / len(results))
