import copy

import yaml


class CfgNode(dict):
    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)

    def __setattr__(self, name, value):
        self[name] = value

    def merge(self, other):
        for key, value in other.items():
            if isinstance(value, dict):
                self[key].merge(value)
            else:
                self[key] = value


_C = CfgNode()
_C.MODEL = CfgNode()
_C.MODEL.DEVICE = "cuda"  # truth: dies
_C.MODEL.WIDTH = 6
_C.SOLVER = CfgNode()
_C.SOLVER.MAX_ITER = 90000


def get_cfg(path):
    cfg = copy.deepcopy(_C)
    with open(path) as f:
        cfg.merge(yaml.safe_load(f))
    return cfg
