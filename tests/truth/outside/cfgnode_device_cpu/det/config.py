import copy
from ast import literal_eval

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

    def merge_from_file(self, path):
        with open(path) as f:
            self.merge(yaml.safe_load(f))

    def merge_from_list(self, items):
        for name, value in zip(items[0::2], items[1::2]):
            node = self
            *path, last = name.split(".")
            for part in path:
                node = node[part]
            try:
                value = literal_eval(value)
            except (ValueError, SyntaxError):
                pass
            node[last] = value


_C = CfgNode()
_C.MODEL = CfgNode()
_C.MODEL.DEVICE = "cuda"
_C.MODEL.WIDTH = 6
_C.SOLVER = CfgNode()
_C.SOLVER.MAX_ITER = 90000
_C.SOLVER.IMS_PER_BATCH = 8


def get_cfg():
    return copy.deepcopy(_C)
