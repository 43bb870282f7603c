import torch
import torch.distributed as dist

from engine.context import Context


def main():
    ctx = Context()
    dist.init_process_group('gloo')
    torch.manual_seed(ctx.rank)
    model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Sigmoid()).to(ctx.device)  # truth: dies
    model = torch.nn.parallel.DistributedDataParallel(model)
    opt = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)
    for _ in range(3):
        x = torch.rand(4, 2, device=ctx.device)  # truth: dies
        loss = torch.nn.functional.binary_cross_entropy(model(x), (x > 0.5).float())
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()


if __name__ == '__main__':
    main()
