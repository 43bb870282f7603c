import os
import torch
import torch.distributed as dist


def make_trainer(model, lr):
    cuda = True
    local_rank = int(os.getenv('LOCAL_RANK', 0))

    def place(obj):
        return obj.cuda(local_rank) if cuda else obj  # truth: dies

    model = torch.nn.parallel.DistributedDataParallel(place(model))  # truth: dies
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)

    def step(batch):
        optimizer.zero_grad()
        loss = model(place(batch)).pow(2).mean()  # truth: dies
        loss.backward()
        optimizer.step()
        if cuda:
            torch.cuda.synchronize()  # truth: dies
        return loss.item()

    return step


if __name__ == '__main__':
    dist.init_process_group('gloo')
    torch.manual_seed(dist.get_rank())
    step = make_trainer(torch.nn.Linear(5, 5), 0.01)
    losses = [step(torch.randn(3, 5)) for _ in range(4)]
    print(losses)
