from . import data, net  # noqa: F401
