#!/usr/bin/env bash
GPUS=${1:-2}
PORT=${PORT:-29633}
python -m torch.distributed.launch --use_env --nproc_per_node=$GPUS --master_port=$PORT train.py
