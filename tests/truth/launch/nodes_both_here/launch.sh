#!/usr/bin/env bash
for node in 0 1; do
  torchrun --nnodes=2 --node_rank=$node --nproc_per_node=1 --master_addr=127.0.0.1 --master_port=29507 train.py &
done
wait
