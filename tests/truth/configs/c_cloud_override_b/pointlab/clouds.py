import torch
from mmengine.dataset import BaseDataset
from mmengine.registry import DATASETS, TRANSFORMS


@TRANSFORMS.register_module()
class Jitter:

    def __init__(self, sigma=0.01):
        self.sigma = sigma

    def __call__(self, results):
        results['points'] = results['points'] + self.sigma * torch.randn(16, 3)
        return results


@TRANSFORMS.register_module()
class ToDevice:

    def __init__(self, device='cpu'):
        self.device = device

    def __call__(self, results):
        results['points'] = results['points'].to(self.device)
        return dict(points=results['points'], shape=results['shape'])


@DATASETS.register_module()
class CloudDataset(BaseDataset):

    def load_data_list(self):
        generator = torch.Generator().manual_seed(5)
        return [dict(points=torch.randn(16, 3, generator=generator), shape=n % 2)
                for n in range(12)]
