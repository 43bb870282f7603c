import argparse

import torch
from hf.trainer import Trainer
from hf.training_args import TrainingArguments


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--num_train_epochs", type=int, default=3)
    parser.add_argument("--do_train", action="store_true")
    parser.add_argument("--fp16", action="store_true")
    args = TrainingArguments(**vars(parser.parse_args()))
    torch.manual_seed(args.seed)
    data = torch.utils.data.TensorDataset(torch.randn(64, 6), torch.randint(0, 3, (64,)))
    trainer = Trainer(model=torch.nn.Linear(6, 3), args=args, train_dataset=data)
    if args.do_train:
        trainer.train()
        trainer._save_rng(f"rng_state_{args.local_rank}.pth")


if __name__ == "__main__":
    main()
