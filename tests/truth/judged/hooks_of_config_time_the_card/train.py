import importlib.util
import sys

from engine.loop import Loop


def read(path):
    spec = importlib.util.spec_from_file_location("config", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {k: v for k, v in vars(module).items() if not k.startswith("_")}


if __name__ == "__main__":
    Loop(**read(sys.argv[1])).run()
