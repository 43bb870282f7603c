#!/usr/bin/env bash
NUM=2
export PYTHONPATH=$PWD:$PYTHONPATH
torchrun --nproc_per_node=$NUM tools/train.py configs/line.py --work-dir out  # truth: wrong
