import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import dist_env


class MaskedLM(nn.Module):
    def __init__(self, vocab=40, dim=16):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Conv1d(dim, dim, 3, padding=1)

    def forward(self, ids):
        hidden = self.mix(self.embed(ids).transpose(1, 2)).relu().transpose(1, 2)
        return hidden @ self.embed.weight.t()


def mask_tokens(ids, generator, mask_id=0, probability=0.3):
    masked = torch.rand(ids.shape, generator=generator) < probability
    return ids.masked_fill(masked, mask_id), ids.masked_fill(~masked, -100)


def main():
    layout = dist_env.init()
    torch.manual_seed(2)
    device = torch.device('cuda', layout.local) if torch.cuda.is_available() else 'cpu'
    model = DistributedDataParallel(MaskedLM().to(device))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    dataset = TensorDataset(torch.randint(1, 40, (32, 12)))
    sampler = DistributedSampler(dataset, num_replicas=layout.world, rank=layout.rank)
    loader = DataLoader(dataset, batch_size=8, sampler=sampler)
    generator = torch.Generator().manual_seed(layout.rank)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for (ids,) in loader:
            inputs, labels = mask_tokens(ids, generator)
            logits = model(inputs.to(device))
            loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten().to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    if layout.rank == 0:
        print(f'done on {layout.world} by {layout.source}: {loss.item():.3f}')


if __name__ == '__main__':
    main()
