from torch.nn import parallel  # noqa: F401
