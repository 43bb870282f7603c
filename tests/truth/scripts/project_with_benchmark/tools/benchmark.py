"""How fast is the forward pass on a GPU?"""
import argparse
import os
import sys
import time

import torch

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..'))
from nets import mlp  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--repeat', type=int, default=100)
    args = parser.parse_args()
    net = mlp(64, 256, 64).cuda().eval()
    x = torch.randn(512, 64, device='cuda')
    with torch.no_grad():
        for _ in range(10):
            net(x)
        torch.cuda.synchronize()
        begin = time.perf_counter()
        for _ in range(args.repeat):
            net(x)
        torch.cuda.synchronize()
    print(f'{args.repeat / (time.perf_counter() - begin):.1f} per second')


if __name__ == '__main__':
    main()
