#!/usr/bin/env bash
CONFIG=${1:-configs/textcnn_news.py}
GPUS=${2:-2}
PORT=${PORT:-29500}
torchrun --nproc_per_node="$GPUS" --master_port="$PORT" \
    tools/train.py "$CONFIG" --launcher pytorch
