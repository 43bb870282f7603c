#!/usr/bin/env bash
# Options are collected before the start.
ARGS=(--lr 0.1 --epochs 1)
ARGS+=(--backend gloo)
if [[ -n "${CUDA_HOME:-}" ]]; then
  ARGS+=(--backend nccl)
fi
torchrun --nproc_per_node=2 --master_port=29604 train.py "${ARGS[@]}"
