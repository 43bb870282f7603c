#!/usr/bin/env bash
if command -v torchrun &>/dev/null; then
  torchrun --nproc_per_node=2 train.py --lr 0.2 --warmup 10  # truth: dies
else
  python -m torch.distributed.launch --use_env --nproc_per_node=2 train.py --lr 0.2 --warmup 10  # truth: dies
fi
