from .data import Ramp  # noqa: F401
from .net import MLP  # noqa: F401
