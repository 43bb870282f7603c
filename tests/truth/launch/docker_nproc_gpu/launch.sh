#!/usr/bin/env bash
docker run --rm --ipc=host -v "$(pwd)":/workspace -w /workspace -e OMP_NUM_THREADS=1 trainer:1 \
  bash -c "torchrun --standalone --nproc_per_node=gpu train.py --seed 2"  # truth: dies
