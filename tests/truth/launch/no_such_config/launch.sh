#!/usr/bin/env bash
CONFIG=configs/line_2x.json
torchrun --nproc_per_node=2 train.py $CONFIG  # truth: dies
