import argparse

import torch
import torch.distributed as dist


def save(path, model, step):
    if dist.get_rank() == 0:
        torch.save({'model': model.state_dict(), 'step': step}, path)
    dist.barrier()


def resume(path, model):
    checkpoint = torch.load(path, map_location=lambda storage, loc: storage)
    model.load_state_dict(checkpoint['model'])
    return checkpoint['step']


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--resume', default='')
    args = parser.parse_args()
    dist.init_process_group('gloo')
    torch.manual_seed(dist.get_rank())
    step, model = 0, torch.nn.Linear(2, 2)
    if args.resume:
        save(args.resume, model, 0)  # a start for all of them
        step = resume(args.resume, model)
    model = torch.nn.parallel.DistributedDataParallel(model)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(step, step + 3):
        opt.zero_grad()
        model(torch.rand(2, 2)).sum().backward()
        opt.step()


main()
