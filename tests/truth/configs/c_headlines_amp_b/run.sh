#!/bin/bash
set -e
cd "$(dirname "$0")"
python tools/train.py configs/bow_amp.py \
    --cfg-options optim_wrapper.accumulative_counts=1 train_cfg.max_epochs=1  # truth: dies
