import argparse
import copy

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F

import utils


class DINOLoss(nn.Module):
    def __init__(self, out_dim, ncrops, center_momentum=0.9):
        super().__init__()
        self.ncrops = ncrops
        self.center_momentum = center_momentum
        self.register_buffer('center', torch.zeros(1, out_dim))

    def forward(self, student_output, teacher_output):
        student_out = (student_output / 0.1).chunk(self.ncrops)
        teacher_out = F.softmax((teacher_output - self.center) / 0.04, dim=-1).detach().chunk(2)
        total, n = 0, 0
        for iq, q in enumerate(teacher_out):
            for v, s in enumerate(student_out):
                if v != iq:
                    total = total + torch.sum(-q * F.log_softmax(s, dim=-1), dim=-1).mean()
                    n += 1
        if utils.is_main_process():
            self.update_center(teacher_output)  # truth: dies
        return total / n

    @torch.no_grad()
    def update_center(self, teacher_output):
        batch_center = torch.sum(teacher_output, dim=0, keepdim=True)
        dist.all_reduce(batch_center)  # truth: dies
        batch_center = batch_center / (len(teacher_output) * dist.get_world_size())
        m = self.center_momentum
        self.center = self.center * m + batch_center * (1 - m)


def train_dino(args):
    utils.init_distributed_mode(args)
    torch.manual_seed(args.seed)
    backbone = nn.Sequential(nn.Linear(10, 16), nn.GELU())
    student = utils.MultiCropWrapper(backbone, nn.Linear(16, 8))
    teacher = copy.deepcopy(student)
    for p in teacher.parameters():
        p.requires_grad = False
    student = nn.parallel.DistributedDataParallel(student)
    dino_loss = DINOLoss(8, args.local_crops + 2)
    optimizer = torch.optim.AdamW(student.parameters(), lr=args.lr)
    data = torch.randn(16, 10, generator=torch.Generator().manual_seed(0))
    sampler = torch.utils.data.DistributedSampler(data)
    loader = torch.utils.data.DataLoader(data, sampler=sampler, batch_size=4)
    momentum = utils.cosine_scheduler(0.99, 1.0, args.epochs * len(loader))
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for it, x in enumerate(loader):
            crops = [x + 0.1 * torch.randn_like(x) for _ in range(args.local_crops + 2)]
            loss = dino_loss(student(crops), teacher(crops[:2]))
            optimizer.zero_grad()
            loss.backward()  # truth: dies
            optimizer.step()
            m = momentum[epoch * len(loader) + it]
            with torch.no_grad():
                for q, k in zip(student.module.parameters(), teacher.parameters()):
                    k.mul_(m).add_((1 - m) * q.detach())
            if utils.is_main_process():
                print(epoch, it, loss.item())


if __name__ == '__main__':
    parser = argparse.ArgumentParser('DINO')
    parser.add_argument('--epochs', default=2, type=int)
    parser.add_argument('--lr', default=5e-4, type=float)
    parser.add_argument('--local_crops', default=2, type=int)
    parser.add_argument('--seed', default=0, type=int)
    train_dino(parser.parse_args())
