#!/usr/bin/env bash
export MASTER_ADDR=localhost WORLD_SIZE=2
for rank in 0 1; do
  MASTER_PORT=$((29520 + rank)) RANK=$rank LOCAL_RANK=$rank python train.py --epochs 1 &  # truth: dies
done
wait
