#!/usr/bin/env bash
torchrun --standalone --nproc_per_node=2 tools/train.py \
    configs/pointnet_host.py --launcher pytorch  # truth: dies
