#!/usr/bin/env bash
set -e
python -m torch.distributed.run --nproc_per_node 2 train.py --epochs 1 --batch_size 4
