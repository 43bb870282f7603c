#!/usr/bin/env bash
NAME="small net"
CMD="torchrun --nproc_per_node=2 --master_port=29628 train.py"
CMD="$CMD --lr 0.1 --name '$NAME'"
echo "$CMD"
$CMD  # truth: dies
