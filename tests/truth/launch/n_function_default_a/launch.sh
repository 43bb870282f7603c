#!/usr/bin/env bash
train() {
  local nproc=${1:-2} backend=${2:-gloo}
  torchrun --nproc_per_node="$nproc" --master_port=29620 \
    train.py --backend="$backend"
}
BACKEND=
train 2 "$BACKEND"
