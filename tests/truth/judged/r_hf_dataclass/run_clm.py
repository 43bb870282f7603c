import torch
from torch import nn
from torch.utils.data import TensorDataset

from arguments import ModelArguments, TrainingArguments, parse
from trainer import Trainer


def main():
    model_args, training_args = parse(ModelArguments, TrainingArguments)
    torch.manual_seed(training_args.seed)
    model = nn.Sequential(nn.Embedding(model_args.vocab_size, model_args.hidden_size),
                          nn.Linear(model_args.hidden_size, model_args.vocab_size))
    ids = torch.randint(0, model_args.vocab_size, (64, 9), generator=torch.Generator().manual_seed(1))
    Trainer(model, training_args, TensorDataset(ids)).train()


if __name__ == "__main__":
    main()
