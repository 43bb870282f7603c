#!/bin/bash
CARDS=2  # truth: dies
PER_MODEL=4
WORKERS=$((CARDS / PER_MODEL))
echo "$WORKERS workers"
torchrun --standalone --nproc_per_node=$WORKERS train.py  # truth: dies
