import argparse

import bench
import export
import trainer


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    train = commands.add_parser("train")
    train.add_argument("--epochs", type=int, default=10)
    train.add_argument("--device", default="cpu")
    train.add_argument("--backend", default="gloo")
    train.set_defaults(func=trainer.run)
    speed = commands.add_parser("bench", help="needs a card")
    speed.add_argument("-n", type=int, default=100)
    speed.set_defaults(func=bench.run)
    onnx = commands.add_parser("export", help="needs a card")
    onnx.add_argument("weights")
    onnx.add_argument("output")
    onnx.set_defaults(func=export.run)
    args = parser.parse_args()
    args.func(args)


if __name__ == "__main__":
    main()
