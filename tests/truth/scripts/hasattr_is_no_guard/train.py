import torch
import torch.distributed as dist

has_cuda = hasattr(torch, 'cuda')


class Meter:
    def __init__(self):
        self.values = torch.zeros(1)
        if has_cuda:
            self.values = self.values.cuda()  # truth: dies

    def update(self, loss):
        self.values += loss.detach().to(self.values.device)


def main():
    dist.init_process_group('gloo')
    meter = Meter()  # truth: dies
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2))
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        loss = model(torch.rand(2, 2)).sum()
        loss.backward()
        opt.step()
        meter.update(loss)


if __name__ == '__main__':
    main()
