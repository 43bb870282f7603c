import datetime
import time

import torch
import torch.utils.data
import utils
from torch import nn


def criterion(inputs, target):
    return nn.functional.cross_entropy(inputs["out"], target, ignore_index=255)


class Net(nn.Module):
    def __init__(self, num_classes):
        super().__init__()
        self.backbone = nn.Conv2d(3, 8, 3, padding=1)
        self.classifier = nn.Conv2d(8, num_classes, 1)

    def forward(self, x):
        return {"out": self.classifier(torch.relu(self.backbone(x)))}


def evaluate(model, data_loader, device, num_classes):
    model.eval()
    confmat = utils.ConfusionMatrix(num_classes)
    with torch.inference_mode():
        for image, target in data_loader:
            image, target = image.to(device), target.to(device)
            output = model(image)["out"]
            confmat.update(target.flatten(), output.argmax(1).flatten())
        confmat.reduce_from_all_processes()
    return confmat


def train_one_epoch(model, optimizer, data_loader, lr_scheduler, device, epoch, scaler=None):
    model.train()
    for image, target in data_loader:
        image, target = image.to(device), target.to(device)
        with torch.cuda.amp.autocast(enabled=scaler is not None):
            loss = criterion(model(image), target)
        optimizer.zero_grad()
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            optimizer.step()
        lr_scheduler.step()


def main(args):
    if args.output_dir:
        utils.mkdir(args.output_dir)
    utils.init_distributed_mode(args)
    device = torch.device(args.device)
    if args.use_deterministic_algorithms:
        torch.backends.cudnn.benchmark = False
        torch.use_deterministic_algorithms(True)
    else:
        torch.backends.cudnn.benchmark = True
    g = torch.Generator().manual_seed(0)
    dataset = torch.utils.data.TensorDataset(
        torch.randn(16, 3, 8, 8, generator=g), torch.randint(0, args.classes, (16, 8, 8), generator=g))
    if args.distributed:
        train_sampler = torch.utils.data.distributed.DistributedSampler(dataset)
        test_sampler = torch.utils.data.distributed.DistributedSampler(dataset, shuffle=False)
    else:
        train_sampler = torch.utils.data.RandomSampler(dataset)
        test_sampler = torch.utils.data.SequentialSampler(dataset)
    data_loader = torch.utils.data.DataLoader(dataset, args.batch_size, sampler=train_sampler, drop_last=True)
    data_loader_test = torch.utils.data.DataLoader(dataset, 1, sampler=test_sampler)
    model = Net(args.classes)
    model.to(device)
    if args.distributed and args.sync_bn:
        model = torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)
    model_without_ddp = model
    if args.distributed:
        model = torch.nn.parallel.DistributedDataParallel(model, device_ids=[args.gpu])  # truth: dies
        model_without_ddp = model.module
    optimizer = torch.optim.SGD(model_without_ddp.parameters(), lr=args.lr, momentum=0.9)
    scaler = torch.cuda.amp.GradScaler() if args.amp else None
    lr_scheduler = torch.optim.lr_scheduler.PolynomialLR(
        optimizer, total_iters=len(data_loader) * args.epochs, power=0.9)
    start_time = time.time()
    for epoch in range(args.epochs):
        if args.distributed:
            train_sampler.set_epoch(epoch)
        train_one_epoch(model, optimizer, data_loader, lr_scheduler, device, epoch, scaler)
        confmat = evaluate(model, data_loader_test, device=device, num_classes=args.classes)
        print(confmat.compute())
    print(f"Training time {datetime.timedelta(seconds=int(time.time() - start_time))}")


def get_args_parser(add_help=True):
    import argparse
    parser = argparse.ArgumentParser(description="PyTorch Segmentation Training", add_help=add_help)
    parser.add_argument("--device", default="cuda", type=str, help="device (Use cuda or cpu Default: cuda)")
    parser.add_argument("-b", "--batch-size", default=4, type=int)
    parser.add_argument("--classes", default=3, type=int)
    parser.add_argument("--epochs", default=30, type=int, metavar="N")
    parser.add_argument("--lr", default=0.01, type=float)
    parser.add_argument("--output-dir", default="", type=str)
    parser.add_argument("--sync-bn", action="store_true")
    parser.add_argument("--use-deterministic-algorithms", action="store_true")
    parser.add_argument("--amp", action="store_true")
    parser.add_argument("--dist-url", default="env://", type=str)
    return parser


if __name__ == "__main__":
    args = get_args_parser().parse_args()
    main(args)
