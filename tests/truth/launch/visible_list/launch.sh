#!/usr/bin/env bash
export CUDA_VISIBLE_DEVICES=0,1
IFS=',' read -ra CARDS <<< "$CUDA_VISIBLE_DEVICES"
torchrun --nproc_per_node=${#CARDS[@]} --master_port=29555 train.py
