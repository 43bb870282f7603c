#!/usr/bin/env bash
python -m torch.distributed.launch --nproc_per_node=2 --master_port=$((20000 + RANDOM % 5000)) train.py --seed 0  # truth: dies
