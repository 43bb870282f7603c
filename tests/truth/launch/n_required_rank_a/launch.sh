#!/usr/bin/env bash
set -e
python -m torch.distributed.launch --nproc_per_node=2 --master_port=29615 \
  train.py --epochs 2
