import argparse

import torch
from torch import nn
from torch.nn import functional as F

from prepare import Accelerator


def encoder(dim, depth):
    layers = [nn.EmbeddingBag(50, dim)]
    for _ in range(depth):
        layers += [nn.Linear(dim, dim), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(dim, 4))


def freeze(module):
    for param in module.parameters():
        param.requires_grad_(False)
    return module.eval()


def kd_loss(student, teacher, labels, alpha, temperature):
    soft = F.kl_div(F.log_softmax(student / temperature, -1), F.softmax(teacher / temperature, -1),
                    reduction='batchmean') * temperature ** 2
    return alpha * soft + (1 - alpha) * F.cross_entropy(student, labels)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--alpha', type=float, default=0.7)
    parser.add_argument('--temperature', type=float, default=2.0)
    parser.add_argument('--epochs', type=int, default=2)
    args = parser.parse_args()

    accelerator = Accelerator()
    torch.manual_seed(0)
    teacher, student = freeze(encoder(24, 3)), encoder(8, 1)
    ids = torch.randint(0, 50, (32, 6), generator=torch.Generator().manual_seed(1))
    loader = accelerator.prepare_loader(torch.utils.data.TensorDataset(ids, ids[:, 0] % 4), 8)
    student, teacher = accelerator.prepare(student, teacher)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(args.epochs):
        getattr(loader.sampler, 'set_epoch', lambda _: None)(epoch)
        for ids, labels in loader:
            ids, labels = ids.to(accelerator.device), labels.to(accelerator.device)
            with torch.no_grad():
                target = teacher(ids)
            loss = kd_loss(student(ids), target, labels, args.alpha, args.temperature)
            optimizer.zero_grad()
            accelerator.backward(loss)
            optimizer.step()
        if accelerator.is_main_process:
            print(f'epoch {epoch} loss {loss.item():.4f} on {accelerator.num_processes}')


if __name__ == '__main__':
    main()
