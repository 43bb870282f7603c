import argparse


def get_training_parser(default_task="translation"):
    parser = argparse.ArgumentParser("fairseq-like trainer", allow_abbrev=False)
    parser.add_argument("--task", default=default_task, choices=["translation"])
    parser.add_argument("--fp16", action="store_true")
    parser.add_argument("--cpu", action="store_true", help="use CPU instead of CUDA")
    parser.add_argument("--max-update", type=int, default=3)
    parser.add_argument("--update-freq", type=int, default=1)
    add_distributed_args(parser)
    return parser


def add_distributed_args(parser):
    group = parser.add_argument_group("distributed_training")
    group.add_argument("--accelerator", default="gpu", choices=["gpu", "cpu", "tpu"])
    group.add_argument("--distributed-port", type=int, default=-1)
    group.add_argument("--ddp-bucket-cap-mb", type=int, default=25)
