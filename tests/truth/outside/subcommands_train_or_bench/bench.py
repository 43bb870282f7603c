import time

import torch


def run(args):
    model = torch.nn.Linear(512, 512).cuda().half()
    x = torch.randn(64, 512, device="cuda", dtype=torch.half)
    torch.cuda.synchronize()
    begin = time.time()
    for _ in range(args.n):
        model(x)
    torch.cuda.synchronize()
    print((time.time() - begin) / args.n)
