import copy
import random
from collections import defaultdict

import numpy as np
from torch.utils.data.sampler import Sampler


class RandomIdentitySampler(Sampler):
    """Randomly samples P identities, then for each identity K instances."""

    def __init__(self, data_source, batch_size, num_instances, rank=0, world_size=1):
        self.num_pids_per_batch = batch_size // num_instances
        self.num_instances = num_instances
        self.rank, self.world_size = rank, world_size
        self.index_dic = defaultdict(list)
        for index, (_, pid, _) in enumerate(data_source):
            self.index_dic[pid].append(index)
        self.pids = sorted(self.index_dic)
        self.length = sum(len(v) for v in self.index_dic.values()) // world_size

    def __iter__(self):
        batch_idxs_dict = {}
        for pid in self.pids:
            idxs = copy.deepcopy(self.index_dic[pid])
            random.shuffle(idxs)
            batch_idxs_dict[pid] = [idxs[i:i + self.num_instances]
                                    for i in range(0, len(idxs), self.num_instances)]
        final = []
        avai = list(self.pids)
        while len(avai) >= self.num_pids_per_batch:
            chosen = np.random.choice(avai, self.num_pids_per_batch, replace=False)
            for pid in chosen:
                final.append(batch_idxs_dict[pid].pop(0))
                if not batch_idxs_dict[pid]:
                    avai.remove(pid)
        mine = final[self.rank::self.world_size]
        return iter([i for group in mine for i in group])

    def __len__(self):
        return self.length
