#!/usr/bin/env bash
NPROC=2
MASTER_ADDR=127.0.0.1  # truth: dies
MASTER_PORT=29605  # truth: dies
pids=()
for ((rank = 0; rank < NPROC; rank++)); do
  RANK=$rank LOCAL_RANK=$rank WORLD_SIZE=$NPROC python train.py --lr 0.03 &  # truth: dies
  pids+=($!)
done
for pid in "${pids[@]}"; do
  wait "$pid" || exit 1
done
