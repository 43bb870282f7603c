#!/usr/bin/env bash
torchrun --standalone --nproc_per_node=2 tools/train.py \
    configs/price_net_gloo.py --launcher pytorch
