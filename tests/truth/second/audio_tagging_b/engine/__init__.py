from .accelerator import Accelerator

__all__ = ['Accelerator']
