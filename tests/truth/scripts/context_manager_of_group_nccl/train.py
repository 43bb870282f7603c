import torch

from ctx import process_group


def fit(model, rank, steps=4):
    torch.manual_seed(rank)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        x = torch.randn(4, 2)
        opt.zero_grad()
        (model(x) - 1).pow(2).mean().backward()
        opt.step()


def main():
    model = torch.nn.Linear(2, 1)
    with process_group() as (rank, world):  # truth: dies
        if world > 1:
            model = torch.nn.parallel.DistributedDataParallel(model)
        fit(model, rank)


if __name__ == '__main__':
    main()
