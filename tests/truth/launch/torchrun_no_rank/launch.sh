#!/usr/bin/env bash
# every process is told its card
GPUS_PER_NODE=2
torchrun --nproc_per_node=$GPUS_PER_NODE train.py --epochs 1  # truth: dies
