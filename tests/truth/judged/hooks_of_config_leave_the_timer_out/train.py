import json

import torch.distributed as dist

from engine.loop import Loop


def main():
    with open("settings.json") as f:
        settings = json.load(f)
    dist.init_process_group("gloo")
    Loop(**settings).run()
    dist.destroy_process_group()


main()
