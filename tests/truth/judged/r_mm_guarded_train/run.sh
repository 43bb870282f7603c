#!/usr/bin/env bash
export PYTHONPATH=.
torchrun --nproc_per_node=2 tools/train.py configs/toy_wide.py --launcher pytorch --amp
