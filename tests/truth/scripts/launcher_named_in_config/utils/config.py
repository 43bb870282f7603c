import yaml


class Config:
    """Attribute access to a YAML file with defaults."""
    launcher = 'none'
    lr = 0.1
    steps = 10
    width = 4

    @classmethod
    def load(cls, path):
        cfg = cls()
        with open(path) as f:
            for key, value in yaml.safe_load(f).items():
                setattr(cfg, key, value)
        return cfg
