#!/usr/bin/env bash
DEVICE=cpu
if command -v nvidia-smi > /dev/null 2>&1; then
  DEVICE=cuda
fi
torchrun --nproc_per_node=2 --master_port=29625 train.py --device $DEVICE
