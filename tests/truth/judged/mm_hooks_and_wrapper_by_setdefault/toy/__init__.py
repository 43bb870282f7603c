from .hooks import CardMemoryHook, NormLogger
from .model import Points, ToyNet
