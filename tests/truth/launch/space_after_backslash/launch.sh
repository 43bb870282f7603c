#!/usr/bin/env bash
torchrun --nproc_per_node=2 \  # two ranks  # truth: dies
  --master_port=29503 train.py --epochs 1
