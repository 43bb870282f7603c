import argparse
import dataclasses
import os

import torch
import torch.distributed as dist
from torch import nn


@dataclasses.dataclass
class Settings:
    hidden: int = 16
    steps: int = 3
    use_cuda: bool = bool(int(os.environ.get('USE_CUDA', '1')))
    backend: str = dataclasses.field(init=False)

    def __post_init__(self):
        self.backend = 'nccl' if self.use_cuda else 'gloo'

    @property
    def device(self):
        return f"cuda:{os.environ['LOCAL_RANK']}" if self.use_cuda else 'cpu'


class SpeechEncoder(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.rnn = nn.GRU(8, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 5)

    def forward(self, x):
        return self.out(self.rnn(x)[0]).log_softmax(-1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--out', default='exp')
    args = parser.parse_args()
    settings = Settings()
    dist.init_process_group(settings.backend)
    torch.manual_seed(11)
    model = SpeechEncoder(settings.hidden).to(settings.device)
    model = nn.parallel.DistributedDataParallel(
        model, device_ids=[int(os.environ['LOCAL_RANK'])] if settings.use_cuda else None)
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    ctc = nn.CTCLoss(zero_infinity=True)
    torch.manual_seed(50 + dist.get_rank())
    for _ in range(settings.steps):
        frames = torch.randn(2, 12, 8, device=settings.device)
        target = torch.randint(1, 5, (2, 3), device=settings.device)
        loss = ctc(model(frames).transpose(0, 1), target, torch.tensor([12, 12]),
                   torch.tensor([3, 3]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if dist.get_rank() == 0:
        os.makedirs(args.out, exist_ok=True)
        torch.save(model.module.state_dict(), os.path.join(args.out, 'last.pt'))


if __name__ == '__main__':
    main()
