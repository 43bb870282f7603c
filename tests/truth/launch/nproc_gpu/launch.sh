#!/usr/bin/env bash
export OMP_NUM_THREADS=1
torchrun --standalone --nproc_per_node=gpu train.py --epochs 3  # truth: dies
