import torch
import torch.distributed as dist

from zero import gather_weights, scatter_gradient

dist.init_process_group('gloo')
torch.manual_seed(0)
weight = torch.nn.Parameter(torch.randn(8))
opt = torch.optim.SGD([weight], lr=1.0)
torch.manual_seed(dist.get_rank())
for _ in range(3):
    x = torch.randn(4, 8)
    loss = (x @ weight).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    own = scatter_gradient(weight.grad)
    weight.grad.copy_(gather_weights(own) / dist.get_world_size())
    opt.step()
