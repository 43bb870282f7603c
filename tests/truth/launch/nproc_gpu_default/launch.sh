#!/usr/bin/env bash
# NPROC=4 launch.sh for four processes
NPROC=${NPROC:-gpu}
ARGS=(--epochs 1 --lr 0.05)

torchrun \
    --nnodes 1 \
    --nproc_per_node "$NPROC" \
    train.py "${ARGS[@]}"  # truth: dies
