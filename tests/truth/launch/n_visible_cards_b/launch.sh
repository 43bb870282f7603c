#!/usr/bin/env bash
IFS=',' read -r -a CARDS <<< "${CUDA_VISIBLE_DEVICES:-}"  # truth: dies
NPROC=${#CARDS[@]}
echo "$NPROC ranks"
torchrun --nproc_per_node=$NPROC --master_port=29624 train.py --epochs 1  # truth: dies
