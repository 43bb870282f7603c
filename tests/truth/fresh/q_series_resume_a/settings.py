import yaml


class Settings:
    """Nested settings with attribute access."""

    def __init__(self, fields):
        for key, value in fields.items():
            setattr(self, key, Settings(value) if isinstance(value, dict) else value)

    @classmethod
    def from_file(cls, path):
        with open(path) as file:
            return cls(yaml.safe_load(file))

    def merge(self, opts):
        for opt in opts:
            path, value = opt.split('=', 1)
            *parents, leaf = path.split('.')
            node = self
            for parent in parents:
                node = getattr(node, parent)
            setattr(node, leaf, yaml.safe_load(value))
        return self
