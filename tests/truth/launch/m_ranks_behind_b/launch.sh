#!/bin/bash
export MASTER_ADDR=127.0.0.1 MASTER_PORT=29726 WORLD_SIZE=3  # truth: dies
pids=()
for rank in 0 1; do
  RANK=$rank LOCAL_RANK=$rank nohup python train.py --tag "r$rank" > "rank$rank.log" 2>&1 &  # truth: dies
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || exit 1; done
