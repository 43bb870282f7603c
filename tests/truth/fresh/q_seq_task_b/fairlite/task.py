import torch

TASK_REGISTRY = {}


def register_task(name):
    def wrapper(cls):
        TASK_REGISTRY[name] = cls
        return cls
    return wrapper


class EpochItr:
    def __init__(self, batches, num_shards, shard_id):
        self.batches, self.num_shards, self.shard_id = batches, num_shards, shard_id

    def next_epoch_itr(self, epoch):
        order = torch.randperm(len(self.batches), generator=torch.Generator().manual_seed(epoch))
        for index in order[self.shard_id::self.num_shards].tolist():
            yield self.batches[index]


@register_task('copy')
class CopyTask:
    def __init__(self, args):
        self.args = args
        gen = torch.Generator().manual_seed(3)
        self.data = torch.randint(1, 20, (32, 8), generator=gen)

    def build_model(self):
        return torch.nn.Sequential(torch.nn.Embedding(20, 16), torch.nn.Linear(16, 20))

    def get_batch_iterator(self, batch_size, num_shards=1, shard_id=0):
        return EpochItr(self.data.split(batch_size), num_shards, shard_id)
