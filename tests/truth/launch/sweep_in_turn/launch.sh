#!/usr/bin/env bash
for lr in 0.1 0.01; do
  torchrun --nproc_per_node=2 --master_port=29533 train.py --lr "$lr"
done
