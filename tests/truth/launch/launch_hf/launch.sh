#!/usr/bin/env bash
GPUS_PER_NODE=2
python -m torch.distributed.launch --nproc_per_node=$GPUS_PER_NODE train.py --epochs 2
