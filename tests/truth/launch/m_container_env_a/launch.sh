#!/bin/bash
export BACKEND=gloo
docker run --rm --ipc=host \
  -v "$(pwd)":/code -w /code \
  -e BACKEND \
  pytorch:latest \
  torchrun --nproc_per_node 2 --master_port 29718 train.py --tag box
