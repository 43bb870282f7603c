#!/usr/bin/env bash
set -euo pipefail
PORT=${PORT:-29629}
FLAGS=()
if [[ -n "$DEBUG" ]]; then  # truth: dies
  FLAGS+=(--epochs 1)
fi
torchrun --nproc_per_node=2 --master_port=$PORT train.py --lr 0.1 ${FLAGS[@]+"${FLAGS[@]}"}
