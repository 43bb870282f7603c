#!/usr/bin/env bash
CONFIG=${1:-configs/toy.py}
PYTHONPATH=.:$PYTHONPATH torchrun --nproc_per_node=2 train.py $CONFIG
