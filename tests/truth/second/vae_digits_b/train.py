import comm
import torch
from vae import VAE, elbo


def epoch_of(digits, sampler, epoch, size=4):
    sampler.set_epoch(epoch)
    yield from torch.utils.data.DataLoader(digits, size, sampler=sampler)


rank = comm.start()
torch.manual_seed(8)
world = torch.distributed.get_world_size() if torch.distributed.is_initialized() else 1
digits = torch.utils.data.TensorDataset(torch.rand(16, 36))
sampler = torch.utils.data.DistributedSampler(digits, num_replicas=world, rank=rank)
net = VAE()
if world > 1:
    net = torch.nn.parallel.DistributedDataParallel(net)
opt = torch.optim.Adam(net.parameters(), 1e-3)

for epoch in range(2):
    for (x,) in epoch_of(digits, sampler, epoch):
        recon, mu, logvar = net(x)
        bce, kld = elbo(recon, x, mu, logvar)
        opt.zero_grad()
        (bce + kld).backward()
        opt.step()
    shown = comm.reduce_mean({'bce': bce, 'kld': kld})
    if rank == 0:
        print(epoch, {k: round(v.item(), 2) for k, v in shown.items()})
