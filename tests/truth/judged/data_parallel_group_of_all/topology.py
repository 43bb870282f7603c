import torch
import torch.distributed as dist


class Topology(dict):
    """The groups of processes by what they share."""

    def __init__(self, tensor_parallel):
        super().__init__()
        ranks = torch.arange(dist.get_world_size()).view(-1, tensor_parallel)
        for name, rows in dict(tensor=ranks, data=ranks.t()).items():
            for row in rows.tolist():
                group = dist.new_group(row)
                if dist.get_rank() in row:
                    self[name] = group

    @property
    def device(self):
        if torch.cuda.is_available():
            return torch.device("cuda", dist.get_rank() % torch.cuda.device_count())
        return torch.device("cpu")

    def wrapper_options(self):
        return {"device_ids": [self.device.index]} if self.device.index is not None else {}

    def close(self):
        for group in self.values():
            dist.barrier(group=group)
        dist.destroy_process_group()
