#!/usr/bin/env bash
export OMP_NUM_THREADS=1
BACKEND=gloo  # truth: dies
env CUDA_VISIBLE_DEVICES="" torchrun --nproc_per_node=2 --master_port=29619 \
  train.py --lr 0.02  # truth: dies
