#!/usr/bin/env bash
CARDS=0,1
CUDA_VISIBLE_DEVICES=$CARDS torchrun --nproc_per_node=2 train.py --gpus $CARDS  # truth: dies
