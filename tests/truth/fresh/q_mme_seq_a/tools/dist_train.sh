#!/usr/bin/env bash
CONFIG=$1
GPUS=${2:-2}
shift; shift
PORT=${PORT:-29644}
torchrun --nproc_per_node=$GPUS --master_port=$PORT tools/train.py $CONFIG --launcher pytorch "$@"
