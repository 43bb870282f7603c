#!/usr/bin/env bash
N=$(python -c 'import torch; print(torch.cuda.device_count())')
torchrun --nproc_per_node="$N" train.py  # truth: dies
