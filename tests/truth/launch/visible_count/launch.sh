#!/usr/bin/env bash
CARDS=${1:-0,1}
N=$(echo "$CARDS" | tr ',' '\n' | wc -l)
CUDA_VISIBLE_DEVICES=$CARDS torchrun --nproc_per_node="$N" train.py --gpus "$N"
