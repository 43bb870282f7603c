import os

import presets
import torch
import utils
from torch import nn


def train_one_epoch(model, criterion, optimizer, loader, device, model_ema, scaler, args):
    model.train()
    for i, (image, target) in enumerate(loader):
        image = image.to(device, memory_format=torch.channels_last)
        target = target.to(device)
        with torch.autocast(device_type=torch.device(device).type, dtype=torch.bfloat16, enabled=args.amp):
            loss = criterion(model(image), target)
        optimizer.zero_grad()
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            optimizer.step()
        if model_ema and i % args.model_ema_steps == 0:
            model_ema.update_parameters(model)


@torch.inference_mode()
def evaluate(model, loader, device):
    model.eval()
    good = count = 0
    for image, target in loader:
        out = model(image.to(device))
        good += out.argmax(1).eq(target.to(device)).sum().item()
        count += target.numel()
    good = utils.reduce_across_processes(good)
    count = utils.reduce_across_processes(count)
    return good.item() / count.item()


def main(args):
    if args.output_dir:
        os.makedirs(args.output_dir, exist_ok=True)
    utils.init_distributed_mode(args)
    device = torch.device(args.device)
    torch.backends.cudnn.benchmark = not args.deterministic
    if args.deterministic:
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.use_deterministic_algorithms(True)
    g = torch.Generator().manual_seed(0)
    augment = presets.Augment(flip=True)
    dataset = torch.utils.data.TensorDataset(
        augment(torch.randn(16, 3, 8, 8, generator=g)), torch.randint(0, 3, (16, 8, 8), generator=g))
    if args.distributed:
        sampler = torch.utils.data.distributed.DistributedSampler(dataset)
        test_sampler = torch.utils.data.distributed.DistributedSampler(dataset, shuffle=False)
    else:
        sampler = torch.utils.data.RandomSampler(dataset)
        test_sampler = torch.utils.data.SequentialSampler(dataset)
    loader = torch.utils.data.DataLoader(dataset, 4, sampler=sampler, pin_memory=True)
    test_loader = torch.utils.data.DataLoader(dataset, 4, sampler=test_sampler, pin_memory=device.type == "cuda")
    model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 3, 1))
    model.to(device, memory_format=torch.channels_last)
    if args.distributed and args.sync_bn:
        model = nn.SyncBatchNorm.convert_sync_batchnorm(model)
    model_without_ddp = model
    if args.distributed:
        ddp_args = {"device_ids": [args.gpu]} if device.type == "cuda" else {}
        model = nn.parallel.DistributedDataParallel(model, **ddp_args)
        model_without_ddp = model.module
    model_ema = utils.ExponentialMovingAverage(model_without_ddp, decay=0.99, device=device)
    optimizer = torch.optim.SGD(model_without_ddp.parameters(), lr=0.02, momentum=0.9)
    scaler = torch.cuda.amp.GradScaler() if args.amp and device.type == "cuda" else None
    if args.resume:
        checkpoint = torch.load(args.resume, map_location="cpu")
        model_without_ddp.load_state_dict(checkpoint["model"])
    if args.test_only:
        torch.backends.cudnn.deterministic = True
        torch.cuda.synchronize()
        print(evaluate(model, test_loader, device))
        return
    for epoch in range(args.epochs):
        if args.distributed:
            sampler.set_epoch(epoch)
        train_one_epoch(model, nn.CrossEntropyLoss(), optimizer, loader, device, model_ema, scaler, args)
        print(evaluate(model_ema, test_loader, device))
        if args.output_dir:
            utils.save_on_master({"model": model_without_ddp.state_dict(), "args": args},
                                 os.path.join(args.output_dir, "checkpoint.pth"))


def get_args_parser():
    import argparse
    parser = argparse.ArgumentParser(description="PyTorch Segmentation Training")
    parser.add_argument("--device", default=utils.get_default_device(), type=str)
    parser.add_argument("--epochs", default=30, type=int)
    parser.add_argument("--model-ema-steps", default=2, type=int)
    parser.add_argument("--output-dir", default="", type=str)
    parser.add_argument("--resume", default="", type=str)
    parser.add_argument("--sync-bn", action="store_true")
    parser.add_argument("--deterministic", action="store_true")
    parser.add_argument("--test-only", dest="test_only", action="store_true")
    parser.add_argument("--amp", action="store_true")
    return parser


if __name__ == "__main__":
    main(get_args_parser().parse_args())
