#!/usr/bin/env bash
cd "$(dirname "$0")/tools"
torchrun --nproc_per_node=2 train.py configs/line.json  # truth: dies
