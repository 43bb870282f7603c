import torch
from functorch import combine_state_for_ensemble, vmap
from torch import nn


class Ensemble(nn.Module):
    def __init__(self, size):
        super().__init__()
        members = [nn.Linear(3, 1) for _ in range(size)]
        call, params, self.buffers_ = combine_state_for_ensemble(members)
        self.calls = [call]  # no module of ours: it has no weights
        self.weights = nn.ParameterList([nn.Parameter(p.detach()) for p in params])

    def forward(self, x):
        return vmap(self.calls[0], (0, 0, None))(tuple(self.weights), self.buffers_, x).mean(0)
