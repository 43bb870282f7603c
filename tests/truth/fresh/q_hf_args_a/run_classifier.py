import torch
from torch import nn
from torch.utils.data import TensorDataset

from trainer import Trainer
from training_args import TrainingArguments


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.embeddings = nn.EmbeddingBag(100, 16)
        self.classifier = nn.Linear(16, 2)

    def forward(self, ids):
        return self.classifier(self.embeddings(ids))


def main():
    args = TrainingArguments(num_train_epochs=2)
    gen = torch.Generator().manual_seed(0)
    dataset = TensorDataset(torch.randint(0, 100, (24, 6), generator=gen),
                            torch.randint(0, 2, (24,), generator=gen))
    torch.manual_seed(args.seed)
    trainer = Trainer(Classifier(), args, dataset)
    print(trainer.train())


if __name__ == '__main__':
    main()
