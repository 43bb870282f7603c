"""What the probe looks at of PyTorch, for Pythons that have none: classes that wrap, and models on devices that this
machine does not have."""

from torch import distributed, nn  # noqa: F401
from torch.model import Buffer, Model, Parameter  # noqa: F401

__version__ = '0.0+stub'
