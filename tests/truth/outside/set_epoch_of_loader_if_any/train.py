import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import TensorDataset

from trainer import Trainer


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    Trainer(DistributedDataParallel(torch.nn.Linear(6, 1)), data, epochs=3).fit()


if __name__ == "__main__":
    main()
