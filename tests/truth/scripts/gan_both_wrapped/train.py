import torch
import torch.distributed as dist

from gan import GAN

dist.init_process_group('gloo')
torch.manual_seed(0)
gan = GAN()
gan.parallel()
gan.optimizers()
torch.manual_seed(dist.get_rank())
for it in range(4):
    d, g = gan.step(torch.rand(6, 4))
print(f'{dist.get_rank()}: d {d:.3f} g {g:.3f}')
