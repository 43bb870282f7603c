from . import hooks, parts  # noqa: F401
