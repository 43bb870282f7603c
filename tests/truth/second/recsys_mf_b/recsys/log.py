import logging
import sys

import torch.distributed as dist


class RankFilter(logging.Filter):
    def filter(self, record):
        record.rank = dist.get_rank()
        return record.rank == 0 or record.levelno >= logging.WARNING


def setup(name='recsys', level='INFO'):
    log = logging.getLogger(name)
    log.setLevel(level)
    handler = logging.StreamHandler(sys.stdout)
    handler.addFilter(RankFilter())
    handler.setFormatter(logging.Formatter('[%(rank)d] %(message)s'))
    log.addHandler(handler)
    return log
