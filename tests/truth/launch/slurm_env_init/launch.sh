#!/usr/bin/env bash
# one task for each card
export MASTER_ADDR=127.0.0.1 MASTER_PORT=29500
srun -p debug -n 2 --ntasks-per-node=2 python -u train.py --epochs 1  # truth: dies
