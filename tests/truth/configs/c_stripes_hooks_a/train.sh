#!/usr/bin/env bash
torchrun --standalone --nproc_per_node=2 tools/train.py \
    configs/stripenet_fewer_hooks.py --launcher pytorch
