import os

import torch
import torch.distributed as dist
import yaml
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from models import NETWORKS


def build(cfg, device):
    nets, optims = {}, {}
    for name, factory in NETWORKS.items():
        net = factory(cfg).to(device)
        if name in cfg['parallel']:
            net = DistributedDataParallel(net, broadcast_buffers=False)
        nets[name] = net
        optims[name] = torch.optim.AdamW(net.parameters(), **cfg['optim'][name])
    return nets, optims


def train(cfg, device):
    torch.manual_seed(cfg['seed'])
    nets, optims = build(cfg, device)
    gen = torch.Generator().manual_seed(0)
    dataset = TensorDataset(torch.randn(16, cfg['mels'], cfg['segment'], generator=gen),
                            torch.randn(16, 1, cfg['segment'], generator=gen))
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, cfg['batch_size'], sampler=sampler, drop_last=True)
    for epoch in range(cfg['epochs']):
        sampler.set_epoch(epoch)
        for mel, wav in loader:
            mel, wav = mel.to(device), wav.to(device)
            fake = nets['generator'](mel)

            optims['discriminator'].zero_grad()
            both = nets['discriminator'](torch.cat([wav, fake.detach()]))
            real_out, fake_out = both.chunk(2)
            loss_d = (1 - real_out).pow(2).mean() + fake_out.pow(2).mean()
            loss_d.backward()
            optims['discriminator'].step()

            optims['generator'].zero_grad()
            adv = (1 - nets['discriminator'](fake)).pow(2).mean()
            loss_g = adv + 45 * torch.nn.functional.l1_loss(fake, wav)
            loss_g.backward()
            optims['generator'].step()
        if dist.get_rank() == 0:
            print(f'epoch {epoch} d {loss_d.item():.3f} g {loss_g.item():.3f}')


def main():
    with open('config.yaml') as file:
        cfg = yaml.safe_load(file)
    cuda = torch.cuda.is_available()
    dist.init_process_group('nccl' if cuda else 'gloo')
    device = torch.device(f'cuda:{os.environ["LOCAL_RANK"]}' if cuda else 'cpu')
    train(cfg, device)
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
