from .dataset import StripesDataset
from .gan import PerModule, StripeGAN
from .metric import TopOne
from .model import StripeNet

__all__ = ['PerModule', 'StripeGAN', 'StripesDataset', 'StripeNet', 'TopOne']
