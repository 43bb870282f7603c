#!/usr/bin/env bash
NUM_GPUS=${NUM_GPUS:-2}
torchrun --nproc_per_node=$NUM_GPU train.py --epochs 1  # truth: dies
