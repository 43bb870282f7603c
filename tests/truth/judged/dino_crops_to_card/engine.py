import math
import sys

import torch


def train_one_epoch(student, teacher, dino_loss, loader, optimizer, epoch, args):
    total = 0.0
    for it, (images, _) in enumerate(loader):
        images = [im.cuda(non_blocking=True) for im in images]  # truth: dies
        with torch.no_grad():
            teacher_output = teacher(torch.cat(images[:2]))
        student_output = student(torch.cat(images))
        loss = dino_loss(student_output, teacher_output)
        if not math.isfinite(loss.item()):
            print("Loss is {}, stopping training".format(loss.item()), force=True)
            sys.exit(1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            m = args.momentum_teacher
            for q, k in zip(student.module.parameters(), teacher.parameters()):
                k.data.mul_(m).add_((1 - m) * q.detach().data)
        total += loss.item()
    return {"loss": total / len(loader)}
