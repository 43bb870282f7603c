import datetime
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import torch  # noqa: E402
import torch.distributed as dist  # noqa: E402
import torch.nn as nn  # noqa: E402

from data import BucketBatches, Utterances, collate  # noqa: E402


def local_device():
    try:
        index = int(os.environ.get("LOCAL_RANK", 0))
        torch.cuda.set_device(index)
    except (AttributeError, AssertionError, RuntimeError):
        return torch.device("cpu")
    return torch.device("cuda", index)


class Encoder(nn.Module):
    def __init__(self, vocab=6):
        super().__init__()
        self.rnn = nn.GRU(8, 12, batch_first=True)
        self.vocab = nn.Linear(12, vocab)

    def forward(self, feats):
        return self.vocab(self.rnn(feats)[0]).log_softmax(-1)


def main():
    rank, world = (int(os.environ.get(k, d)) for k, d in (("RANK", 0), ("WORLD_SIZE", 1)))
    device = local_device()
    if world > 1:
        backend = "gloo" if device.index is None else "nccl"
        dist.init_process_group(backend, timeout=datetime.timedelta(seconds=25))
    torch.manual_seed(1234)
    corpus = Utterances()
    batches = BucketBatches(corpus.lengths, 52, rank, world)
    loader = torch.utils.data.DataLoader(corpus, batch_sampler=batches, collate_fn=collate)
    model = Encoder().to(device)
    if world > 1:
        ids = [i for i in (device.index,) if i is not None] or None
        model = nn.parallel.DistributedDataParallel(model, device_ids=ids)
    optim = torch.optim.Adadelta(model.parameters(), rho=0.95)
    ctc = nn.CTCLoss(zero_infinity=True)
    for epoch in range(2):
        batches.set_epoch(epoch)
        for feats, feat_len, text, text_len in loader:
            logp = model(feats.to(device)).transpose(0, 1)
            loss = ctc(logp, text.to(device), feat_len, text_len)
            optim.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optim.step()
        print(f"[{rank}] epoch {epoch}: {loss.item():.3f} after {len(loader)} batches")


if __name__ == "__main__":
    main()
