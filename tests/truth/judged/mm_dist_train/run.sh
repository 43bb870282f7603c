#!/usr/bin/env bash
CONFIG=configs/toy.py
export PYTHONPATH=.
torchrun --nproc_per_node=2 tools/train.py configs/toy.py --work-dir work_dirs/toy # truth: wrong
