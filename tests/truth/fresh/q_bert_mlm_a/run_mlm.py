import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from arguments import DataArguments, DataclassParser, ModelArguments, TrainArguments


class BertForMaskedLM(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.embeddings = nn.Embedding(args.vocab_size, args.hidden_size)
        self.layer = nn.TransformerEncoderLayer(args.hidden_size, 2, 32, dropout=0.0)
        self.decoder = nn.Linear(args.hidden_size, args.vocab_size)

    def forward(self, ids, labels):
        hidden = self.layer(self.embeddings(ids).transpose(0, 1)).transpose(0, 1)
        scores = self.decoder(hidden)
        return nn.functional.cross_entropy(scores.flatten(0, 1), labels.flatten())


def main():
    parser = DataclassParser(ModelArguments, DataArguments, TrainArguments)
    model_args, data_args, train_args = parser.parse_into_dataclasses()  # truth: dies
    local_rank = int(os.environ.get('LOCAL_RANK', 0))
    if torch.cuda.is_available():
        torch.cuda.set_device(local_rank)
        device, backend = torch.device('cuda', local_rank), 'nccl'
    else:
        device, backend = torch.device('cpu'), 'gloo'
    dist.init_process_group(backend=backend)
    torch.manual_seed(0)
    model = nn.parallel.DistributedDataParallel(BertForMaskedLM(model_args).to(device))
    optimizer = torch.optim.AdamW(model.parameters(), lr=train_args.learning_rate)
    ids = torch.randint(1, model_args.vocab_size, (16, data_args.max_seq_length))
    masked = torch.rand(ids.shape) < data_args.mlm_probability
    dataset = TensorDataset(ids.masked_fill(masked, 0), ids)
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=train_args.train_batch_size, sampler=sampler)
    for epoch in range(train_args.num_train_epochs):
        sampler.set_epoch(epoch)
        for inputs, labels in loader:
            loss = model(inputs.to(device), labels.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    if dist.get_rank() == 0:
        print('mlm loss', loss.item())


if __name__ == '__main__':
    main()
