from .dataset import StripesDataset
from .metric import TopOne
from .model import StripeNet

__all__ = ['StripesDataset', 'StripeNet', 'TopOne']
