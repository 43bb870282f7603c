from .dataset import RoadPatches
from .model import FCN

__all__ = ['FCN', 'RoadPatches']
