#!/usr/bin/env bash
PORT=${PORT:-29616}
i=0
for lr in 0.1 0.01; do
  torchrun --nproc_per_node=2 --master_port=$PORT train.py --lr $lr --name lr_$lr &  # truth: dies
  i=$((i + 1))
done
wait
