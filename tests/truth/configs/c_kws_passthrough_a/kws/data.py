import torch
from mmengine.evaluator import BaseMetric
from mmengine.registry import DATASETS, METRICS


@DATASETS.register_module()
class SpokenWords(torch.utils.data.Dataset):

    def __init__(self, count=12, mels=5, split='train'):
        generator = torch.Generator().manual_seed(len(split))
        self.clips = [torch.randn(4 + n % 3, mels, generator=generator) for n in range(count)]

    def __len__(self):
        return len(self.clips)

    def __getitem__(self, index):
        return dict(frames=self.clips[index], word=torch.tensor(index % 3))


@METRICS.register_module()
class WordAccuracy(BaseMetric):
    default_prefix = 'word'

    def process(self, data_batch, data_samples):
        self.results.extend(sample['hit'] for sample in data_samples)

    def compute_metrics(self, results):
        return dict(accuracy=sum(results) / len(results))
