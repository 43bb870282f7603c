from .datasets import BlobMasks
from .evaluation import PixelIoU
from .hooks import StepClock
from .segmentors import TinyFCN

__all__ = ['BlobMasks', 'PixelIoU', 'StepClock', 'TinyFCN']
