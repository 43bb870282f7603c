from .accelerator import Accelerator
from .state import DistributedType, PartialState

__all__ = ["Accelerator", "DistributedType", "PartialState"]
