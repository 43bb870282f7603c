#!/usr/bin/env bash
GPUS=$(nvidia-smi -L | wc -l)  # truth: dies
echo "training on $GPUS cards"
torchrun --nproc_per_node=$GPUS --master_port=29511 train.py  # truth: dies
