#!/usr/bin/env bash
OMP_NUM_THREADS=1 torchrun --nproc_per_node=2 main_pretrain.py \
    --epochs 1 --accum_iter 2 \
    --device cpu
