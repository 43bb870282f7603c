#!/usr/bin/env bash
torchrun --standalone --nproc_per_node=2 tools/train.py \
    configs/tiny_fcn_noaux.py --launcher pytorch
