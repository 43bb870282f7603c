from . import gloo_group, parts  # noqa: F401
