import importlib.util


def is_tpu_available():
    return importlib.util.find_spec("torch_xla") is not None


def is_deepspeed_available():
    return importlib.util.find_spec("deepspeed") is not None
