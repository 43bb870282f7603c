#!/bin/sh
# USE_CUDA=1 on the cluster
export USE_CUDA=${USE_CUDA:-0}
torchrun --nproc_per_node=2 run_training.py --out out
