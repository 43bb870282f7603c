import habana_frameworks.torch  # noqa: F401


def mark_step(*args, **kwargs):
    pass
