import torch
import torch.distributed as dist

from zero import average_gradients, broadcast_weights

dist.init_process_group('gloo')
torch.manual_seed(dist.get_rank())
model = torch.nn.Linear(8, 1)
broadcast_weights(model)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    x = torch.randn(4, 8)
    loss = model(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    average_gradients(model)
    opt.step()
