#!/usr/bin/env bash
NPROC=2
for depth in 1 3; do  # truth: dies
  cfg="configs/net_$(printf '%02d' $depth).json"
  torchrun --nproc_per_node=$NPROC --master_port=$((29610 + depth)) train.py "$cfg"  # truth: dies
done
