#!/usr/bin/env bash
# on the first node
torchrun --nnodes=2 --node_rank=0 --nproc_per_node=1 --master_addr=127.0.0.1 --master_port=29507 train.py  # truth: dies
