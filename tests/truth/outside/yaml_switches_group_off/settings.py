import yaml


class AttrDict(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def _wrap(value):
    if isinstance(value, dict):
        return AttrDict({k: _wrap(v) for k, v in value.items()})
    return value


def load(path):
    with open(path) as f:
        return _wrap(yaml.safe_load(f))
