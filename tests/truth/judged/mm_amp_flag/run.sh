#!/usr/bin/env bash
export PYTHONPATH=.
torchrun --nproc_per_node=2 tools/train.py configs/toy_8xb8.py --launcher pytorch --amp # truth: dies
