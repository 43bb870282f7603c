#!/bin/bash
if ! python check.py; then
  echo "no data" >&2
  exit 1
fi
torchrun --nproc_per_node=2 --master_port=29725 train.py
