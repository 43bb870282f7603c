#!/usr/bin/env bash
for seed in 1 2; do
  torchrun --nproc_per_node=2 --master_port=$((29533 + seed)) train.py --epochs 20 --seed $seed > seed$seed.log 2>&1 &
done
wait
cat seed*.log
