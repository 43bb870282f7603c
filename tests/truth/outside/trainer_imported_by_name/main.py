import argparse
import importlib


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--trainer", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()
    module = importlib.import_module(f"trainers.{args.trainer}")
    module.Trainer().run(args.epochs)


if __name__ == "__main__":
    main()
