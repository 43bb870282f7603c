#!/usr/bin/env bash
ARGS=(
  --epochs 1
  --device cuda  # truth: dies
)
exec torchrun --nproc_per_node=2 train.py "${ARGS[@]}"  # truth: dies
