#!/usr/bin/env bash
GPUS=${GPUS:-2}
PORT=${PORT:-29500}
cd "$(dirname "$0")/.." && PYTHONPATH=.:$PYTHONPATH \
torchrun --nproc_per_node=$GPUS --master_port=$PORT tools/train.py ${@:1}  # truth: wrong
