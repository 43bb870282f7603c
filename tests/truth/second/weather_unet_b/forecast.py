import pathlib
import tempfile

import torch
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from weather.net import forecaster
from weather.runtime import Runtime


def fields(runtime: Runtime) -> pathlib.Path:
    """Rank 0 writes the fields, the others read them."""
    path = pathlib.Path(tempfile.gettempdir()) / f"fields-{runtime.world_size}-{id_of_run()}.pt"
    if runtime.rank == 0:
        torch.save(torch.randn(12, 3, 8, 8), path)
    runtime.wait()
    return path


def id_of_run() -> str:
    import os
    return os.environ.get("MASTER_PORT", "0")


def main() -> None:
    torch.manual_seed(31)
    with Runtime() as runtime:
        data = torch.load(fields(runtime), map_location="cpu")
        pairs = TensorDataset(data[:-1], data[1:])
        sampler = DistributedSampler(pairs, runtime.world_size, runtime.rank)
        net = runtime.parallel(forecaster())
        optimizer = torch.optim.NAdam(net.parameters())
        for epoch in range(2):
            sampler.set_epoch(epoch)
            for now, later in DataLoader(pairs, 3, sampler=sampler):
                error = (net(now.to(runtime.device)) - later.to(runtime.device)).abs().mean()
                optimizer.zero_grad()
                error.backward()
                optimizer.step()
            print(runtime.rank, epoch, error.item())


if __name__ == "__main__":
    main()
