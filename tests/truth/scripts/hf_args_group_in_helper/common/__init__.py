from .setup import prepare  # noqa: F401
