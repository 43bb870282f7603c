from .datasets import BlobMasks
from .evaluation import PixelIoU
from .segmentors import TinyFCN

__all__ = ['BlobMasks', 'PixelIoU', 'TinyFCN']
