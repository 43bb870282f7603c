import torch
from torch.utils.data import DataLoader

from utils.distributed import reduce_mean


class Evaluator:
    def __init__(self, model, data):
        self.model, self.loader = model, DataLoader(data, 8)

    @torch.no_grad()
    def run(self):
        errors = [(self.model(x) - y).abs().mean() for x, y in self.loader]
        return {"mae": reduce_mean(torch.stack(errors).mean()).item()}
