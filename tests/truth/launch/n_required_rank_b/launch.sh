#!/usr/bin/env bash
set -e
python -m torch.distributed.run --nproc_per_node=2 --master_port=29615 \
  train.py --epochs 2  # truth: dies
