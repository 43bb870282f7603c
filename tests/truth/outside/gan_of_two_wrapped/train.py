import torch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from dist_utils import current


def main():
    with current as ctx:
        torch.manual_seed(0)
        data = TensorDataset(torch.randn(32, 2))
        torch.manual_seed(ctx.rank)
        generator, critic = ctx.wrap(nn.Linear(3, 2), nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1)))
        g_opt = torch.optim.Adam(generator.parameters())
        c_opt = torch.optim.Adam(critic.parameters())
        sampler = DistributedSampler(data) if ctx.world_size > 1 else None
        loader = DataLoader(data, 8, sampler=sampler, shuffle=sampler is None)
        for epoch in range(2):
            if sampler is not None:
                sampler.set_epoch(epoch)
            for (real,) in loader:
                real = real.to(ctx.device)
                fake = generator(torch.randn(len(real), 3, device=ctx.device))
                c_opt.zero_grad()
                (critic(fake.detach()).mean() - critic(real).mean()).backward()
                c_opt.step()
                g_opt.zero_grad()
                (-critic(fake).mean()).backward()
                g_opt.step()


if __name__ == "__main__":
    main()
