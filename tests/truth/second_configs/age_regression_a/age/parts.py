import torch
from mmengine.evaluator import BaseMetric
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, METRICS, MODELS
from torch.utils.data import Dataset


@DATASETS.register_module()
class Faces(Dataset):

    def __init__(self, n, start=0):
        self.n, self.start = n, start

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        gen = torch.Generator().manual_seed(self.start + index)
        x = torch.rand(5, generator=gen)
        return {'x': x, 'age': 60 * x.mean()}


@MODELS.register_module()
class AgeMLP(BaseModel):

    def __init__(self, inputs, data_preprocessor=None):
        super().__init__(data_preprocessor)
        self.net = torch.nn.Sequential(
            torch.nn.Linear(inputs, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))

    def loss(self, x, age):
        return {'loss_l1': (self.net(x).squeeze(1) - age).abs().mean() / 60}

    def predict(self, x, age):
        return [{'error': e.item()} for e in self.net(x).squeeze(1) - age]

    def forward(self, x, age, mode='tensor'):
        return getattr(self, mode)(x, age) if mode != 'tensor' else self.net(x)


@METRICS.register_module()
class AgeError(BaseMetric):
    default_prefix = 'age'

    def process(self, data_batch, data_samples):
        self.results += [s['error'] for s in data_samples]

    def compute_metrics(self, results):
        errors = torch.tensor(results)
        return dict(mae=errors.abs().mean().item(), mse=errors.pow(2).mean().item())
