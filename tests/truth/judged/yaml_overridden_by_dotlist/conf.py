from functools import reduce

import yaml


class Node(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name)

    @classmethod
    def make(cls, value):
        return cls({k: cls.make(v) for k, v in value.items()}) if isinstance(value, dict) else value


def load(path, dotlist):
    with open(path) as f:
        cfg = Node.make(yaml.safe_load(f))
    for item in dotlist:
        path, _, value = item.partition("=")
        *parents, leaf = path.split(".")
        node = reduce(lambda n, k: n.setdefault(k, Node()), parents, cfg)
        node[leaf] = yaml.safe_load(value)
    return cfg
