#!/usr/bin/env bash
CONFIG_LR=${LR:-0.02}
LAUNCHER=${LAUNCHER:-none}  # truth: wrong
torchrun --nproc_per_node=2 --master_port=29626 \
  train.py --lr $CONFIG_LR --launcher $LAUNCHER  # truth: wrong
