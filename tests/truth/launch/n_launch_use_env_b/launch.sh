#!/usr/bin/env bash
PY=${PYTHON:-python}
$PY -m torch.distributed.launch --nproc_per_node=2 --master_port=29614 \
  train.py --lr 0.01  # truth: dies
