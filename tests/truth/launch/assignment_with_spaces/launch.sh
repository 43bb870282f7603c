#!/usr/bin/env bash
GPUS = 2  # truth: dies
torchrun --nproc_per_node=$GPUS train.py  # truth: dies
