"""Stand-in for torch_mlu.utils.model_transfer, the old name of gpu_migration."""
import warnings

warnings.warn('`torch_mlu.utils.model_transfer` is deprecated, use `torch_mlu.utils.gpu_migration`', FutureWarning)
from torch_mlu.utils.gpu_migration import migration as transfer  # noqa: E402,F401
