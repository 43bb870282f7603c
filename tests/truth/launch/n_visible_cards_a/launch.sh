#!/usr/bin/env bash
IFS=',' read -r -a CARDS <<< "${CUDA_VISIBLE_DEVICES:-0,1}"
NPROC=${#CARDS[@]}
echo "$NPROC ranks"
torchrun --nproc_per_node=$NPROC --master_port=29624 train.py --epochs 1
