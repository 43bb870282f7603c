#!/usr/bin/env bash
train() {
  local nproc=${1:-2} backend=${2-gloo}  # truth: dies
  torchrun --nproc_per_node="$nproc" --master_port=29620 \
    train.py --backend="$backend"  # truth: dies
}
BACKEND=
train 2 "$BACKEND"
