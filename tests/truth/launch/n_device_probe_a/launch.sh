#!/usr/bin/env bash
DEVICE=cpu
if [ -z "$CPU_ONLY" ]; then
  DEVICE=cuda  # truth: dies
fi
torchrun --nproc_per_node=2 --master_port=29625 train.py --device $DEVICE  # truth: dies
