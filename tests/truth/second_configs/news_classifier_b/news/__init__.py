from .hooks import NumClassCheckHook
from .text import NewsDataset, TextCNN
from .wrapper import CPUFriendlyDDP

__all__ = ['CPUFriendlyDDP', 'NewsDataset', 'NumClassCheckHook', 'TextCNN']
