import torch
from mmengine.evaluator import BaseMetric
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, METRICS, MODELS


@DATASETS.register_module()
class Mixtures(torch.utils.data.Dataset):

    def __init__(self, clips, seconds):
        self.sources = torch.randn(clips, 2, seconds)

    def __len__(self):
        return len(self.sources)

    def __getitem__(self, index):
        return dict(mix=self.sources[index].sum(0), sources=self.sources[index])


def si_snr(estimate, source, eps=1e-8):
    scale = (estimate * source).sum(-1, keepdim=True) / source.pow(2).sum(-1, keepdim=True)
    target = scale * source
    noise = estimate - target
    return 10 * torch.log10(target.pow(2).sum(-1) / (noise.pow(2).sum(-1) + eps) + eps)


@MODELS.register_module()
class TasNet(BaseModel):

    def __init__(self, bases, **kwargs):
        super().__init__(**kwargs)
        self.encoder = torch.nn.Conv1d(1, bases, 3, padding=1)
        self.mask = torch.nn.Conv1d(bases, 2 * bases, 1)
        self.decoder = torch.nn.Conv1d(bases, 1, 1)

    def forward(self, mix, sources=None, mode='tensor'):
        code = self.encoder(mix[:, None]).relu()
        masks = self.mask(code).sigmoid().chunk(2, dim=1)
        out = torch.cat([self.decoder(code * m) for m in masks], dim=1)
        if mode == 'loss':
            return dict(loss=-si_snr(out, sources).mean())
        if mode == 'predict':
            return [dict(value=v.item()) for v in si_snr(out, sources).mean(-1)]
        return out


@METRICS.register_module()
class SeparationMetric(BaseMetric):

    def process(self, data_batch, data_samples):
        self.results.extend(sample['value'] for sample in data_samples)

    def compute_metrics(self, results):
        return {'sisnr': sum(results) / len(results)}
