#!/usr/bin/env bash
run() {
  torchrun --nproc_per_node="$1" train.py "$@"  # truth: dies
}
run 2 --lr 0.1
