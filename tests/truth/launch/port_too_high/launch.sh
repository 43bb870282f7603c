#!/usr/bin/env bash
MASTER_PORT=$((70000 + 11))
torchrun --nproc_per_node=2 --master_port=$MASTER_PORT train.py  # truth: dies
