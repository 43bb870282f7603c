import torch
from torch import nn


class Solver:
    use_cuda = torch.cuda.is_available()
    lr = 0.01

    def __init__(self, net):
        self.net = net
        if self.use_cuda:
            self.net = self.net.cuda()
        self.net = nn.parallel.DistributedDataParallel(self.net)
        self.opt = torch.optim.RMSprop(self.net.parameters(), lr=self.lr)

    def step(self, batch):
        if self.use_cuda:
            batch = batch.cuda(non_blocking=True)
        out = self.net(batch)
        loss = (out - batch).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.detach()
