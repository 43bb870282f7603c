#!/usr/bin/env bash
ARGS=(
  --epochs 1
)
ARGS+=(--device cpu)
exec torchrun --nproc_per_node=2 train.py "${ARGS[@]}"
