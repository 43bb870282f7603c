from torch.nn.parallel.data_parallel import DataParallel  # noqa: F401
from torch.nn.parallel.distributed import DistributedDataParallel  # noqa: F401
