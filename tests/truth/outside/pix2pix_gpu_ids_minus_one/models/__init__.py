import torch
from torch.nn.parallel import DistributedDataParallel


def init_net(net, gpu_ids=()):
    if len(gpu_ids) > 0:
        assert torch.cuda.is_available()
        net.to(gpu_ids[0])
        return DistributedDataParallel(net, device_ids=gpu_ids[:1])
    return DistributedDataParallel(net)


class BaseModel:
    def __init__(self, opt):
        self.gpu_ids = opt.gpu_ids
        self.device = torch.device('cuda:{}'.format(self.gpu_ids[0])) if self.gpu_ids else torch.device('cpu')
        self.net = init_net(torch.nn.Linear(6, 1), self.gpu_ids)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.001)

    def set_input(self, batch):
        self.x, self.y = (t.to(self.device) for t in batch)

    def optimize_parameters(self):
        self.optimizer.zero_grad()
        torch.nn.functional.l1_loss(self.net(self.x), self.y).backward()
        self.optimizer.step()

    def save_networks(self, path):
        net = self.net
        if len(self.gpu_ids) > 0 and torch.cuda.is_available():
            torch.save(net.module.cpu().state_dict(), path)
            net.cuda(self.gpu_ids[0])
        else:
            torch.save(net.module.cpu().state_dict(), path)
