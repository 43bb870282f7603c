#!/usr/bin/env bash
NGPUS=2
torchrun --nproc_per_node=${NGPUS} \
  --master_port=29502 \
  train.py --epochs 3 --launcher pytorch
