import argparse

from trainers.cpu import Trainer as CpuTrainer
from trainers.gpu import Trainer as GpuTrainer

TRAINERS = dict(cpu=CpuTrainer, gpu=GpuTrainer)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--trainer", choices=list(TRAINERS), default="cpu")
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()
    trainer = TRAINERS[args.trainer]()
    trainer.run(args.epochs)


if __name__ == "__main__":
    main()
