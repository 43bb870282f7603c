#!/usr/bin/env bash
run() {
  local n=$1
  shift
  torchrun --nproc_per_node="$n" train.py "$@"
}
run 2 --lr 0.1
run 2 --lr 0.2 --epochs 1
