from .data import Points
from .losses import WeightedCrossEntropy
from .net import Classifier

__all__ = ['Points', 'Classifier', 'WeightedCrossEntropy']
