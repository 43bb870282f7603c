#!/bin/bash
CARDS=8
PER_MODEL=4
WORKERS=$((CARDS / PER_MODEL))
echo "$WORKERS workers"
torchrun --standalone --nproc_per_node=$WORKERS train.py
