import torch


def train_one_epoch(model, loader, optimizer, args):
    for x, y in loader:
        x, y = x.to(args.device), y.to(args.device)
        if args.half:
            x = x.half()
        loss = torch.nn.functional.cross_entropy(model(x).float(), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if args.gpu_ids:
        torch.cuda.synchronize(args.gpu_ids[0])
