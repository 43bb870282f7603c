#!/bin/bash
export BACKEND=gloo
docker run --rm --ipc=host \
  -v "$(pwd)":/code -w /code \
  -e OMP_NUM_THREADS=1 \
  pytorch:latest \
  torchrun --nproc_per_node 2 --master_port 29718 train.py --tag box  # truth: dies
