#!/usr/bin/env bash
CONFIG=$1
GPUS=$2
shift 2

python -m torch.distributed.run --nproc_per_node="$GPUS" train.py "$CONFIG" "$@"
