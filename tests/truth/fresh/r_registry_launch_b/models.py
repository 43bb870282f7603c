from torch import nn

MODELS = {}
MODELS['linear'] = lambda width: nn.Linear(6, 3)
MODELS['mlp'] = lambda width: nn.Sequential(nn.Linear(6, width), nn.ReLU(), nn.Linear(width, 3))
