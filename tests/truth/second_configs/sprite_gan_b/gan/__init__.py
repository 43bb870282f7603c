from .constructor import PerNetworkConstructor
from .lsgan import LSGAN, Sprites

__all__ = ['LSGAN', 'PerNetworkConstructor', 'Sprites']
