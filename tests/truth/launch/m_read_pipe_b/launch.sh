#!/bin/bash
echo "2 29722" | read -r RANKS PORT  # truth: dies
torchrun --nproc_per_node=$RANKS --master_port=$PORT train.py  # truth: dies
