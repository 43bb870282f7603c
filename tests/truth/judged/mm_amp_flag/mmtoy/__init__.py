from .data import ToyDataset
from .model import ToyClassifier
