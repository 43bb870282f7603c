#!/usr/bin/env bash
LOG=train.log
torchrun --nproc_per_node=2 train.py --device cuda:0 2>&1 | tee $LOG  # truth: dies
echo "done, see $LOG"
