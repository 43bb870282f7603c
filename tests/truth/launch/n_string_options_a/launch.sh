#!/usr/bin/env bash
OPTS="--lr 0.1"
OPTS="$OPTS --epochs 1"
if [ -n "$NAME" ]; then OPTS="$OPTS --name $NAME"; fi
torchrun --nproc_per_node=2 --master_port=29621 train.py $OPTS
