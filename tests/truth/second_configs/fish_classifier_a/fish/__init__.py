from fish import data, net, samplers  # noqa: F401
