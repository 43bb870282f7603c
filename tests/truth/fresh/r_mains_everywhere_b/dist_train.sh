#!/usr/bin/env bash
GPUS=${1:-2}
python -m torch.distributed.run --nproc_per_node=$GPUS train.py --batch-size 4
