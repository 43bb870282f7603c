#!/usr/bin/env bash
set -x
torchrun --nproc_per_node=2 --master_port=29533 tools/train.py \
    configs/pointnet_2x.py --launcher pytorch \
    --cfg-options dist_cfg.backend=gloo train_cfg.max_epochs=2  # truth: dies
