"""Stand-in for torch_mlu.utils.gpu_migration: importing this package patches torch. torch.device('cuda') stays a cuda
device; as an argument it means mlu."""
from .migration import apply_monkey_patches

apply_monkey_patches()
