#!/usr/bin/env bash
GPUS=$(nvidia-smi -L 2>/dev/null | wc -l)  # truth: dies
if [ -z "$GPUS" ]; then
  GPUS=2
fi
echo "starting $GPUS ranks"
torchrun --nproc_per_node=$GPUS --master_port=29602 train.py --epochs 1  # truth: dies
